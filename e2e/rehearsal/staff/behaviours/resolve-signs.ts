import type { Rehearsal } from '../../context.ts';
import { signsOf } from '../../model/signs.ts';
import type { Person } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import { rarely } from '../../people/rare.ts';
import type { Member } from '../staff-browser.ts';
import { recordAdverseEvent } from './record-adverse-event.ts';

/** Deals with the days of a person that wait, does not reach them, or leaves them for another day. */
export async function resolveSigns(
  rehearsal: Rehearsal,
  person: Person,
  member: Member,
  random: Random,
): Promise<void> {
  const { watch, stack } = rehearsal;
  const { id, name, facts } = person;
  const { open, post } = member;
  if (facts.left && facts.left.as !== 'agree') return;
  const waiting = signsOf(facts.checkUps, facts.resolvedSigns).filter(({ closedAt }) => closedAt === null);
  if (waiting.length === 0 || random.chance(0.2)) return;
  const path = `/admin/warning-signs/people/${id}`;
  const isReached = !rarely(rehearsal, person, 'a person with a warning sign who is not reached', random);
  const [only] = waiting;
  if (
    waiting.length === 1 &&
    only &&
    rarely(rehearsal, person, 'an adverse event from a warning sign', random)
  ) {
    const [, sign = ''] = /name="day" value="(\S+)/.exec(await open(path)) ?? [];
    await recordAdverseEvent(rehearsal, person, member, { sign, localDate: only.localDate, random });
  }
  for (let left = waiting.length; left > 0; ) {
    const page = await open(path);
    const day = [...page.matchAll(/name="day" value="([^"]+)"/g)].map(([, value = '']) => value);
    const heading = /<h2 id="waiting">(\d+)/.exec(page)?.[1];
    watch.compare('days of a person that wait', name, Number(heading), left);
    const action = isReached ? 'reached-participant' : 'not-reached';
    const answer = await post(path, page, { action, note: 'Called, and talked it through.', day });
    watch.compare('dealing with warning signs', name, answer.status, 303);
    const dealtWith = waiting.slice(waiting.length - left).slice(0, day.length);
    facts.signActions.push(
      ...dealtWith.map(({ date, localDate }) => ({ date, localDate, action, at: stack.now() })),
    );
    if (!isReached || answer.status !== 303) return;
    left -= day.length;
  }
  const at = stack.now();
  facts.resolvedSigns.push(...waiting.map(({ date, localDate }) => ({ date, localDate, at })));
  watch.count('days with warning signs dealt with', waiting.length);
}
