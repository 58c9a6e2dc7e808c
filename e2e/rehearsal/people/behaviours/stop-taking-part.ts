import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { type Left, leave } from '../../model/person.ts';
import { logIn } from '../log-in.ts';
import { look } from '../look.ts';
import { isReducing, type Person } from '../person.ts';
import { rarely } from '../rare.ts';

/** Of someone who is not asked for one. */
const NO_REASON = 'none-given';

/** Stops in one of the degrees of decision 68; some who stopped contact become anonymous later. */
export async function stopTakingPart(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { traits, phone, facts, random } = person;
  const degree = traits.stops?.degree;
  if (!degree) return;
  traits.stops = null;
  if (degree === 'plan' && (!isReducing(person) || facts.schedule === null)) return;
  // Who stopped before is logged out, and is compared no more.
  if (facts.left) await logIn(rehearsal, person, phone);
  else await look(rehearsal, person);
  const once = { idempotencyKey: phone.newKey() };
  if (degree === 'plan') {
    await phone.send(leavePlan, { reason: 'effort' }, once);
    facts.leftPlan = { at: rehearsal.stack.now(), reason: 'effort' };
    facts.reminder = null;
    rehearsal.watch.count('left the plan');
    return;
  }
  if (degree === 'contact') {
    await phone.send(stopContact, { reason: 'privacy' }, once);
    if (rarely(rehearsal, person, 'anonymous after stopping contact', random))
      traits.stops = { on: rehearsal.day() + random.between(2, 40), degree: 'anonymous' };
  } else await phone.send(saveUserDataConsent, { value: degree, currentPassword: person.password }, once);
  if (degree === 'contact') leaveWith(rehearsal, person, 'agree', 'privacy');
  else leaveWith(rehearsal, person, degree);
}

export function leaveWith(rehearsal: Rehearsal, { facts }: Person, as: Left['as'], reason = NO_REASON): void {
  facts.left = leave(facts.left, rehearsal.stack.now(), as, reason);
  facts.reminder = null;
  rehearsal.watch.count(`left: ${as}`);
}
