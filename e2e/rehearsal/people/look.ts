import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Rehearsal } from '../context.ts';
import { logIn } from './log-in.ts';
import { type Person, zoneOf } from './person.ts';

/** Opens the app on the phone; gives what its screens are made from, which a log-in answers as well. */
export async function look(rehearsal: Rehearsal, person: Person): Promise<AllData> {
  const { phone } = person;
  const month = 30 * 86_400_000;
  if (rehearsal.stack.now() - person.lastPasswordLogIn > month) return logIn(rehearsal, person, phone);
  try {
    person.seen = (await phone.send(allData, undefined)).body;
    person.facts.zone = zoneOf(rehearsal, person);
    return person.seen;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'not-logged-in') throw error;
    return logIn(rehearsal, person, phone);
  }
}
