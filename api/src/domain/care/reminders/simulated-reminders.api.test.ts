import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { noteTimeZone } from '../../people/participants/time-zone.ts';
import { applyDataChoice } from '../../trial/consent/apply-data-choice.command.ts';
import { hasTrialEnded } from '../../trial/follow-ups/find-follow-ups.ts';
import { chooseReminder } from './daily-reminders.ts';
import { sendDailyReminders } from './send-daily-reminders.job.ts';

/** `REMINDED_PEOPLE=100` simulates that number of people on each of 400 days; by itself the days around the clock changes count. */
const { REMINDED_PEOPLE } = process.env;
const PEOPLE = Number(REMINDED_PEOPLE ?? 21);
const DAYS = 400;
const START = Date.parse('2026-01-20T00:00:00Z');
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const NEAR_DAYS = 2;
/** The next changes in Melbourne, New York and Lord Howe: 8 March, 5 April (both in Australia), 4 October, 1 November. */
const CHANGES = ['2026-03-08', '2026-04-05', '2026-10-04', '2026-11-01'].map((day) => Date.parse(day));
const TIMEOUT_MS = REMINDED_PEOPLE ? 1_800_000 : 120_000;

const ZONES = ['Australia/Melbourne', 'America/New_York', 'Australia/Lord_Howe'] as const;
/** Is left out once a year and comes twice once a year. */
const SKIPPED = 2;
const HOURS = [8, SKIPPED, 20];
const RECORDS_AT = 21;
const HABITS = ['evening', 'morning', 'never', 'sometimes', 'travels', 'withdraws', 'stops'] as const;

interface Person {
  id: string;
  email: string;
  habit: (typeof HABITS)[number];
  hour: number;
  zone: string;
  recorded: Set<string>;
  sent: string[];
  /** Days of the person's own that the simulation saw. */
  days: Set<string>;
  since: number;
  isOut: boolean;
}

const api = await createTestApi({ connections: 10 });
const random = seededRandom(15);
const formats = new Map<string, Intl.DateTimeFormat>();

/** As a clock on the wall shows it, by no code of the product. */
function wall(zone: string, at: number): { day: string; hour: number; minute: number } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const [day = '', time = ''] = format.format(at).split(' ');
  return { day, hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) };
}

test(
  `no reminder is sent twice, after a withdrawal or on a recorded day: ${PEOPLE} people`,
  async () => {
    const people = await choose();
    const byEmail = new Map(people.map((person) => [person.email, person]));
    const faults: string[] = [];
    let now = START;
    const mailing = {
      push: { send: async () => 'failed' as const },
      publicUrl: api.origin,
      warningSignUrl: String,
      adverseEventUrl: String,
      staffAccountUrl: '',
      allocationUrl: '',
      mailer: {
        async send({ to }: { to: string }) {
          const person = byEmail.get(to) as Person;
          faults.push(...faultsOf(person, now));
          const { day } = wall(person.zone, now);
          person.sent.push(day);
          person.since++;
        },
      },
    };
    for (; now < START + DAYS * DAY_MS; now += HALF_HOUR_MS) {
      if (!REMINDED_PEOPLE && !CHANGES.some((change) => Math.abs(now - change) < NEAR_DAYS * DAY_MS))
        continue;
      api.clock.set(new Date(now).toISOString());
      let isHour = false;
      for (const person of people) {
        const { day, hour, minute } = wall(person.zone, now);
        person.days.add(day);
        await live(person, now, hour + minute / 60);
        isHour ||= minute === 0 && [...HOURS, SKIPPED + 1].includes(hour);
      }
      if (isHour) await sendDailyReminders(api.operation(), mailing, hasTrialEnded);
    }
    expect(faults).toEqual([]);
    for (const { habit, sent, days, email } of people) {
      const whole = [...days].filter((day) => days.has(dayAfter(day, -1)) && days.has(dayAfter(day, 1)));
      const reminded = whole.filter((day) => sent.includes(day));
      if (habit === 'evening') expect([email, reminded]).toEqual([email, whole]);
      if (habit === 'morning') expect([email, reminded]).toEqual([email, []]);
      if (habit === 'never') expect(sent).toHaveLength(5);
    }
    const messages = await api.query('select count(*) as count from reminder_message');
    expect(messages).toEqual([{ count: String(people.flatMap(({ sent }) => sent).length) }]);
    if (REMINDED_PEOPLE)
      process.stdout.write(
        `${PEOPLE} people, ${DAYS} days, ${messages[0].count} reminders, ${faults.length} faults\n`,
      );
  },
  TIMEOUT_MS,
);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

async function choose(): Promise<Person[]> {
  const people: Person[] = [];
  api.clock.set(new Date(START - DAY_MS).toISOString());
  for (let index = 0; index < PEOPLE; index++) {
    const zone = ZONES[index % ZONES.length] as string;
    const hour = HOURS[Math.floor(index / ZONES.length) % HOURS.length] as number;
    const habit = HABITS[index % HABITS.length] as Person['habit'];
    const participant = await api.buildParticipant({ deviceTimeZone: zone });
    await api.orm.em.fork().transactional(async (db) => {
      const op = { ...api.operation(), db };
      await chooseReminder(op, await lockParticipant(db, participant.id), hour, 'a secret');
    });
    const { id, email } = participant;
    people.push({
      ...{ id, email: email ?? '', habit, hour, zone, recorded: new Set(), sent: [], days: new Set() },
      ...{ since: 0, isOut: false },
    });
  }
  return people;
}

/** What a person does in one half-hour of their own day. */
async function live(person: Person, now: number, time: number): Promise<void> {
  const { habit, id } = person;
  if (person.isOut) return;
  if (habit === 'travels' && random() < 0.01) {
    person.zone = ZONES[Math.floor(random() * ZONES.length)] as string;
    await api.orm.em.fork().transactional(async (db) => {
      await noteTimeZone({ ...api.operation(), db }, await lockParticipant(db, id), person.zone);
    });
  }
  const records =
    (habit === 'evening' && time === RECORDS_AT) ||
    (habit === 'morning' && time === 0.5) ||
    (!['evening', 'morning', 'never'].includes(habit) && random() < 0.02);
  if (records) await record(person, now);
  if (habit === 'withdraws' && random() < 0.002) {
    person.isOut = true;
    const choice = random() < 0.5 ? 'agree' : 'anonymous';
    await applyDataChoice(api.operation(), id, { choice, identifiedBy: 'called-back', reason: 'none-given' });
  }
  if (habit === 'stops' && random() < 0.001) {
    person.isOut = true;
    await api.orm.em.fork().transactional(async (db) => {
      await chooseReminder({ ...api.operation(), db }, await lockParticipant(db, id), null, 'a secret');
    });
  }
}

async function record(person: Person, now: number): Promise<void> {
  const { day } = wall(person.zone, now);
  const at = new Date(now);
  if (person.recorded.has(day)) return;
  person.recorded.add(day);
  person.since = 0;
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     values ($1, $2, true, true, true, $3, $4, $5, $3)`,
    [person.id, at.toISOString().slice(0, 10), at, person.zone, day],
  );
}

function faultsOf(person: Person, now: number): string[] {
  const { email, zone, hour, recorded, sent, since, isOut } = person;
  const at = wall(zone, now);
  const wrong = {
    'after a withdrawal': isOut,
    'on a recorded day': recorded.has(at.day),
    'twice on a day': sent.includes(at.day),
    'at another hour': at.hour < hour || at.hour > hour + 2,
    'in vain': since >= 5,
  };
  return Object.entries(wrong).flatMap(([fault, is]) =>
    is ? `${fault}: ${email}, ${JSON.stringify(at)}` : [],
  );
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
