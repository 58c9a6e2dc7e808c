import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Rehearsal } from '../context.ts';
import type { Device } from './device.ts';
import { mistype } from './mistype.ts';
import { type Person, staysLoggedIn, zoneOf } from './person.ts';

/** Of a person's log-ins by password. */
const MISTYPED_EVERY = 12;

/** By password, as after a gap and on a device that does not stay logged in; gives what the screens are made from. */
export async function logIn(rehearsal: Rehearsal, person: Person, device: Device): Promise<AllData> {
  if (!readCsrfToken(device.cookies.header())) await device.send(surveyData, undefined);
  const given = { username: person.email, keep: staysLoggedIn(rehearsal, person) };
  person.passwordLogIns += 1;
  if (person.passwordLogIns % MISTYPED_EVERY === 0)
    await mistype(
      rehearsal,
      device,
      loginUser,
      { ...given, password: `${person.password}.` },
      'field-errors',
    );
  const { body } = await device.send(loginUser, { ...given, password: person.password });
  person.seen = body;
  person.facts.zone = zoneOf(rehearsal, person);
  person.lastPasswordLogIn = rehearsal.stack.now();
  rehearsal.watch.count('logged in by password');
  return body;
}
