import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import type { Rehearsal } from '../../context.ts';
import { dayIn } from '../../model/local-time.ts';
import { followUpsOf } from '../../model/person.ts';
import { look } from '../look.ts';
import type { Person } from '../person.ts';
import { rarely } from '../rare.ts';

/** Fills in a follow-up that is asked for, some days after it is, or never. */
export async function fillInFollowUp(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, stack, watch } = rehearsal;
  const asked = followUpsOf(content, person.facts, stack.now()).find(
    ({ state }) => state === 'due' || state === 'reminded',
  );
  if (!asked || !rarely(rehearsal, person, 'a follow-up filled in', person.random)) return;
  await look(rehearsal, person);
  await person.phone.send(followUpDone, { months: asked.months });
  person.facts.followUpsDone.set(asked.months, dayIn(stack.now(), content.timeZone));
  watch.count('follow-ups done');
}
