import { reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import type { Rehearsal } from '../../context.ts';
import { addDays } from '../../model/local-time.ts';
import { planOn } from '../../model/plan.ts';
import { look } from '../look.ts';
import { type Person, todayOf } from '../person.ts';
import { rarely } from '../rare.ts';
import { save } from '../save.ts';

/** Takes the step that is due: on its day, late, or a day before it was said; at times goes back up instead. */
export async function takeStep(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { facts, random } = person;
  const today = todayOf(rehearsal, person);
  const plan = planOn(facts.plan, today);
  if (!plan) return;
  const last = plan.taken.at(-1);
  const before = plan.taken.at(-2);
  if (plan.state === 'step-planned' && before && last && last.day < today) {
    if (before.dose > last.dose && rarely(rehearsal, person, 'a higher dose again', random)) {
      await report(rehearsal, person, { day: today, dose: before.dose, step: null });
      rehearsal.watch.count('went back up');
    }
    return;
  }
  if (plan.state !== 'step-due' || plan.due === null) return;
  if (person.plansStepLate > 0) {
    person.plansStepLate -= 1;
    return;
  }
  person.plansStepLate = random.pick([0, 0, 0, 1, 2, 5]);
  const [next] = plan.ahead;
  const { prescriptions } = await look(rehearsal, person);
  const step = prescriptions.find(({ date }) => date > today);
  if (!next || !step) return;
  const yesterday = addDays(today, -1);
  const isEarlier =
    plan.due <= yesterday &&
    (last?.day ?? '') <= yesterday &&
    rarely(rehearsal, person, 'a step reported for the day before', random);
  await report(rehearsal, person, { day: isEarlier ? yesterday : today, dose: next.dose, step: step.id });
  rehearsal.watch.count('steps taken');
}

async function report(
  rehearsal: Rehearsal,
  person: Person,
  given: { day: string; dose: number; step: number | null },
): Promise<void> {
  await save(rehearsal, person, reportDose, given);
  person.facts.plan.push({ kind: 'reported', at: rehearsal.stack.now(), day: given.day, dose: given.dose });
  person.isChanged = true;
}
