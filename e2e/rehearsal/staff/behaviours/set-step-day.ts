import type { Rehearsal } from '../../context.ts';
import { addDays } from '../../model/local-time.ts';
import { planOn } from '../../model/plan.ts';
import { isSettled, type Person, todayOf } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import type { Member } from '../staff-browser.ts';

/** Gives a day to the step that waits since the person went back up. */
export async function setStepDay(
  rehearsal: Rehearsal,
  person: Person,
  { submit }: Member,
  random: Random,
): Promise<void> {
  const today = todayOf(rehearsal, person);
  const { watch } = rehearsal;
  const isWaiting = planOn(person.facts.plan, today)?.state === 'step-waiting';
  if (!isWaiting || !isSettled(rehearsal, person) || random.chance(0.3)) return;
  const day = addDays(today, random.between(1, 9));
  const page = `/admin/participants/${person.id}`;
  const answer = await submit(page, `${page}/step-day`, { day });
  watch.compare('day of a step that waits', person.name, answer.status, 303);
  person.facts.plan.push({ kind: 'step-day', at: rehearsal.stack.now(), day });
  person.isChanged = true;
  watch.count('steps that waited got a day');
}
