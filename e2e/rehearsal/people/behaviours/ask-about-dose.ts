import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import type { Rehearsal } from '../../context.ts';
import { askedAgain } from '../../model/dose-questions.ts';
import { type Person, todayOf } from '../person.ts';
import { save } from '../save.ts';

/** Tells the team that a step is too hard, or that they need to talk; at times while the same question waits. */
export async function askAboutTheDose(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { facts, random } = person;
  const reason = random.pick(['too-hard', 'talk'] as const);
  await save(rehearsal, person, askAboutDose, { reason });
  facts.doseQuestions = askedAgain(facts.doseQuestions, { reason, day: todayOf(rehearsal, person) });
  rehearsal.watch.count('questions about the dose');
}
