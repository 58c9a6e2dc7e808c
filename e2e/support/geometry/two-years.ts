import pg from 'pg';
import { databaseIn } from '../database.ts';
import type { Account } from '../participants.ts';

/** A day by its number since 1 January 1970. */
export type DayNumber = number;

const DAY_MS = 86_400_000;
export const numberOf = (day: string): DayNumber => Date.parse(`${day}T00:00Z`) / DAY_MS;
export const dayOf = (number: DayNumber): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** `26/11/2026`. */
export const inWords = (number: DayNumber): string => dayOf(number).split('-').reverse().join('/');

export interface PastDay {
  day: DayNumber;
  sleep: boolean;
  mood: boolean;
  active: boolean;
  hasSign: boolean;
}

export interface TwoYears {
  /** Without a check-up so far. */
  today: DayNumber;
  doses: { day: DayNumber; mg: number; isTaken: boolean }[];
  /** Every day with a check-up, made at noon, when it is the same day by UTC. */
  days: PastDay[];
  /** The warning sign of the days that have one. */
  sign: { id: number; category: string };
}

const FIRST = -729;

/** A taper from 100 mg that began two years before a day, and the check-ups since; one day in eleven has none. */
export const twoYearsUntil = (today: DayNumber, sign: TwoYears['sign']): TwoYears => ({
  today,
  sign,
  doses: [
    { day: today + FIRST, mg: 100, isTaken: true },
    { day: today - 400, mg: 50, isTaken: true },
    { day: today - 51, mg: 25, isTaken: true },
    { day: today + 19, mg: 0, isTaken: false },
  ],
  days: Array.from({ length: -FIRST }, (_, index) => index)
    .filter((index) => index % 11 !== 5)
    .map((index) => ({
      day: today + FIRST + index,
      ...{ sleep: index % 3 > 0, mood: index % 4 > 0, active: index % 5 > 1 },
      hasSign: index % 61 === 8,
    })),
});

/** Gives them to a participant whose plan of these doses begins today, in place of what they recorded. */
export async function liveThrough(dataDir: string, { email }: Account, lived: TwoYears): Promise<void> {
  const { doses, days, sign } = lived;
  const database = await databaseIn(dataDir);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const found = await client.query('select id from participant where email = $1', [email]);
    const { id } = found.rows[0] as { id: string };
    await client.query('delete from dose_report where participant_id = $1', [id]);
    for (const { day, mg, isTaken } of doses) {
      const moved = await client.query(
        `update prescription set date = $3, planned = $3 where participant_id = $1 and dose = $2 returning id`,
        [id, mg, dayOf(day)],
      );
      if (moved.rowCount !== 1) throw new Error(`The plan has no step of ${mg} mg.`);
      if (!isTaken) continue;
      await client.query(
        `insert into dose_report
           (participant_id, day, dose, schedule_id, prescription_id, planned, kind, reported_at, reported_by)
         select id, $2::date, $3, schedule_id, $4, $2::date, 'step', $2::date, 'participant'
         from participant where id = $1`,
        [id, dayOf(day), mg, (moved.rows[0] as { id: number }).id],
      );
    }
    await client.query(
      `insert into daily_record
         (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       select $1, (at at time zone 'UTC')::date, sleep, mood, active, at, 'Australia/Melbourne', day, at
       from unnest($2::date[], $3::boolean[], $4::boolean[], $5::boolean[]) past (day, sleep, mood, active),
         lateral (select (day + time '12:00') at time zone 'Australia/Melbourne' as at) instants`,
      [
        id,
        days.map(({ day }) => dayOf(day)),
        ...(['sleep', 'mood', 'active'] as const).map((category) => days.map((each) => each[category])),
      ],
    );
    await client.query(
      `insert into daily_record_symptom (record_id, symptom_id, redflag)
       select id, $2, true from daily_record where participant_id = $1 and local_date = any($3::date[])`,
      [id, sign.id, days.filter(({ hasSign }) => hasSign).map(({ day }) => dayOf(day))],
    );
  } finally {
    await client.end();
    await database.stop();
  }
}
