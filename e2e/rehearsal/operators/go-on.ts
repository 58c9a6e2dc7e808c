import { comparePerson } from '../compare/compare-person.ts';
import type { Rehearsal } from '../context.ts';
import { makeCheckUp, sendCheckUp } from '../people/behaviours/record-day.ts';
import { createDevice } from '../people/device.ts';
import { logIn } from '../people/log-in.ts';
import { hasAccount, isReducing, type Person, zoneOf } from '../people/person.ts';

const PEOPLE = 2;

/**
 * The trial goes on from a back-up that was restored: some people log in with the password of its day on a new device, see
 * what it has of them, and save a check-up.
 */
export async function goOn(restored: Rehearsal, people: readonly Person[]): Promise<void> {
  const inPlan = people.filter(
    (person) =>
      hasAccount(person) &&
      isReducing(person) &&
      person.facts.checkUps.length > 0 &&
      person.facts.leftPlan === null,
  );
  for (const then of inPlan.slice(0, PEOPLE)) {
    const device = createDevice(restored, `10.8.0.${then.index & 255}`, () => zoneOf(restored, then));
    const person = { ...then, phone: device, laptop: device };
    await logIn(restored, person, device);
    await comparePerson(restored, person);
    await sendCheckUp(restored, person, makeCheckUp(restored, person));
    await comparePerson(restored, person);
    restored.watch.count('people who went on from a back-up');
  }
}
