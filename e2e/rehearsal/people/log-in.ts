import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { Rehearsal } from '../rehearsal.ts';
import type { Device } from './device.ts';
import { PASSWORD, type Person, staysLoggedIn, zoneOf } from './person.ts';

/** By password, as after a gap and on a device that does not stay logged in. */
export async function logIn(rehearsal: Rehearsal, person: Person, device: Device): Promise<void> {
  if (!device.cookies.get('csrftoken')) await device.send(surveyData, undefined);
  const { body } = await device.send(loginUser, {
    username: person.email,
    password: PASSWORD,
    keep: staysLoggedIn(rehearsal, person),
  });
  person.seen = body;
  person.facts.zone = zoneOf(rehearsal, person);
  person.lastPasswordLogIn = rehearsal.stack.now();
  rehearsal.watch.count('logged in by password');
}
