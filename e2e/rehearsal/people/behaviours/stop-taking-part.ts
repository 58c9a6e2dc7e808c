import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../rehearsal.ts';
import { look } from '../look.ts';
import { isReducing, type Person } from '../person.ts';

/** Stops in one of the degrees of decision 68. */
export async function stopTakingPart(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { traits, phone, facts } = person;
  const degree = traits.stops?.degree;
  if (!degree) return;
  traits.stops = null;
  if (degree === 'plan' && (!isReducing(person) || facts.schedule === null)) return;
  await look(rehearsal, person);
  const once = { idempotencyKey: phone.newKey() };
  if (degree === 'plan') {
    await phone.send(leavePlan, { reason: 'effort' }, once);
    facts.leftPlanAt = rehearsal.stack.now();
    facts.reminder = null;
    rehearsal.watch.count('left the plan');
    return;
  }
  if (degree === 'contact') await phone.send(stopContact, { reason: 'privacy' }, once);
  else await phone.send(saveUserDataConsent, { value: degree }, once);
  leaveWith(rehearsal, person, degree === 'contact' ? 'agree' : degree);
}

export function leaveWith(rehearsal: Rehearsal, person: Person, as: 'agree' | 'anonymous' | 'delete'): void {
  person.facts.left = { at: rehearsal.stack.now(), as };
  person.facts.reminder = null;
  rehearsal.watch.count(`left: ${as}`);
}
