import { saveStrengths } from '@stepwise/shared-contracts/calls/plan.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { formsOf } from '../../model/strengths.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Says which strengths of the medicine they have at home, or that they have none of them. */
export async function sayStrengths(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { random, facts } = person;
  const strengths = formsOf(rehearsal.content, facts)
    .map(({ id }) => id)
    .filter(() => random.chance(0.6));
  await save(rehearsal, person, saveStrengths, { strengths });
  // The same ones again change nothing.
  if (facts.strengths?.join() !== strengths.join()) did(facts, 'says other strengths');
  facts.strengths = strengths;
  person.isChanged = true;
  rehearsal.watch.count('strengths said');
}
