import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Rehearsal } from '../../context.ts';
import { type CheckUp, ownDay, recordInForce } from '../../model/records.ts';
import { type Person, zoneOf } from '../person.ts';
import { rarely } from '../rare.ts';
import { save } from '../save.ts';

const MINUTE_MS = 60_000;

/** A check-up as a person makes one now, some minutes before it is sent. */
export function makeCheckUp(rehearsal: Rehearsal, person: Person, ofDayBefore = false): CheckUp {
  const { random, facts } = person;
  const chosen = (share: number, category: string) =>
    facts.symptoms.filter(
      (each) =>
        each.category === category && !each.selfHarm && random.chance(each.redflag ? share / 8 : share),
    );
  const isHarmed = rarely(rehearsal, person, 'a check-up with self-harm', random);
  const [sleep, mood, active] = [random.chance(0.7), random.chance(0.7) && !isHarmed, random.chance(0.7)];
  const symptoms = [
    ...facts.symptoms.filter(({ selfHarm }) => selfHarm && isHarmed),
    ...(sleep ? [] : chosen(0.25, 'sleep')),
    ...(mood ? [] : chosen(0.25, 'mood')),
    ...(active ? [] : chosen(0.15, 'active')),
  ];
  return {
    madeAt: rehearsal.stack.now() - random.between(0, 50) * MINUTE_MS,
    zone: zoneOf(rehearsal, person),
    ofDayBefore,
    sleep,
    mood,
    active,
    // In the order of the lists, which is that of their ids.
    symptoms: facts.symptoms
      .filter((each) => symptoms.includes(each))
      .map(({ text, redflag, selfHarm }) => ({ text, redflag, selfHarm })),
    activities: active ? facts.activities.filter(() => random.chance(0.15)) : [],
    arrivedAt: 0,
  };
}

/** Sends a check-up, now or once there is a network again, from either device. */
export async function sendCheckUp(rehearsal: Rehearsal, person: Person, made: CheckUp): Promise<void> {
  const { seen } = person;
  const idOf = (list: readonly { id: number; text: string }[], text: string): number =>
    list.find((each) => each.text === text)?.id ?? 0;
  const { localDate } = ownDay(made);
  const device = person.traits.hasLaptop && person.random.chance(0.3) ? person.laptop : person.phone;
  const { body } = await save(
    rehearsal,
    person,
    saveRecord,
    {
      symptoms: made.symptoms.map(({ text }) => idOf(seen?.symptoms ?? [], text)),
      sleep: made.sleep,
      mood: made.mood,
      active: made.active,
      activities: made.activities.map((text) => idOf(seen?.activities ?? [], text)),
      recordedAt: new Date(made.madeAt).toISOString(),
      localDate,
    },
    { device, timeZone: made.zone },
  );
  keepCheckUp(rehearsal, person, made, body.record);
}

/** What was acknowledged becomes a fact; the answer has the record of the day that is in force now. */
export function keepCheckUp(rehearsal: Rehearsal, person: Person, made: CheckUp, saved: DailyRecord): void {
  const { facts } = person;
  const { localDate } = ownDay(made);
  const flags = new Map(facts.symptoms.map(({ text, redflag }) => [text, redflag]));
  const symptoms = made.symptoms.map((each) => ({ ...each, redflag: flags.get(each.text) ?? false }));
  if (facts.checkUps.length === 0)
    facts.plan.push({ kind: 'started', at: rehearsal.stack.now(), day: localDate });
  facts.checkUps.push({ ...made, symptoms, arrivedAt: rehearsal.stack.now() });
  compareSaved(rehearsal, person, made, saved);
  rehearsal.noteSigns(person);
}

function compareSaved(
  rehearsal: Rehearsal,
  { name, facts }: Person,
  made: CheckUp,
  saved: DailyRecord,
): void {
  const truth = recordInForce(facts.checkUps, made);
  rehearsal.watch.compare(
    'saved check-up',
    name,
    {
      date: saved.date,
      localDate: saved.localDate,
      madeAt: saved.recordedAt,
      answers: [saved.sleep, saved.mood, saved.active],
      symptoms: saved.symptoms.map(({ text, redflag }) => [text, redflag]),
      activities: saved.activities.map(({ text }) => text),
    },
    truth && {
      date: truth.date,
      localDate: truth.localDate,
      madeAt: new Date(truth.madeAt).toISOString(),
      answers: [truth.sleep, truth.mood, truth.active],
      symptoms: truth.symptoms.map(({ text, redflag }) => [text, redflag]),
      activities: truth.activities,
    },
  );
}
