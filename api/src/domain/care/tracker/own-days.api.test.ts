import { expect, test } from '@jest/globals';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { inTransaction } from '../../core/operation/operation.ts';
import { daysRecordedText, findDaysRecorded } from './find-days-recorded.ts';
import { saveRecord } from './save-record.command.ts';

const api = await createTestApi();
const timeZone = 'Australia/Melbourne';
const good = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

/** Date, own day and whether in force of each version, in the order of their arrival. */
const versionsOf = (participant: string) =>
  api.query(
    `select date::text, local_date::text as day, superseded_at is null as "inForce" from daily_record
     where participant_id = $1 order by id`,
    [participant],
  );

// `record-day.test.ts` simulates a whole year; these are the weeks around the changes of the clocks.
test.each(['2026-09-25', '2027-03-26'])(
  'two weeks from %s of recording once a day in Melbourne lose no day, though the clocks change',
  async (first) => {
    const { id } = await api.buildParticipant({});
    for (let index = 0; index < 14; index++) {
      const day = addDays(first, index);
      // Every second day before the UTC date changes, in winter and in summer.
      const instant = new Date(index % 2 === 0 ? `${day}T09:10:00Z` : `${addDays(day, -1)}T21:40:00Z`);
      expect(localDate(instant, timeZone)).toBe(day);
      await inTransaction({ ...api.operation(), now: instant }, (op) => saveRecord(op, id, good, timeZone));
    }
    const [counts] = await api.query(
      `select count(*)::int as "inForce", count(distinct local_date)::int as days, count(distinct date)::int as dates
       from daily_record where participant_id = $1 and superseded_at is null`,
      [id],
    );
    expect(counts).toEqual({ inForce: 14, days: 14, dates: 7 });
  },
);

test('days recorded are own days, each once, of those due where the person recorded last', async () => {
  const records = {
    // Morning and evening of the 9th in Melbourne, then the 10th in Honolulu, where the 11th is not over yet.
    traveller: ['2026-03-08T22:00:00Z', '2026-03-09T09:00:00Z', '2026-03-11T03:00:00Z Pacific/Honolulu'],
    today: ['2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z'],
    gap: ['2026-03-08T00:00:00Z'],
    none: [],
  };
  const ids: Record<string, string> = {};
  for (const [name, instants] of Object.entries(records)) {
    const { id } = await api.buildParticipant({});
    ids[name] = id;
    for (const made of instants) {
      const [instant = '', zone = timeZone] = made.split(' ');
      const given = { ...api.operation(), now: new Date(instant) };
      await inTransaction(given, (op) => saveRecord(op, id, good, zone));
    }
  }
  const now = new Date('2026-03-12T01:00:00Z');
  const days = await findDaysRecorded(api.orm.em.fork(), Object.values(ids), now);
  expect(Object.entries(ids).map(([name, id]) => [name, daysRecordedText(days.get(id))])).toEqual([
    ['traveller', '2 of 2'],
    ['today', '2 of 2'],
    ['gap', '1 of 4'],
    ['none', 'None due'],
  ]);
});

/** What the API before decision 44 did with a check-up: one record in force of each UTC date. */
async function saveByDate(participant: string, recordedAt: string, now: string): Promise<void> {
  const date = recordedAt.slice(0, 10);
  const [inForce] = await api.query(
    'select id, recorded_at from daily_record where participant_id = $1 and date = $2 and superseded_at is null order by id',
    [participant, date],
  );
  const isLate = inForce !== undefined && inForce.recorded_at > new Date(recordedAt);
  if (inForce && !isLate)
    await api.query('update daily_record set superseded_at = $2 where id = $1', [inForce.id, now]);
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at, superseded_at)
     values ($1, $2, true, true, true, $3, $4, $5, $6, $7)`,
    [
      participant,
      date,
      recordedAt,
      timeZone,
      localDate(new Date(recordedAt), timeZone),
      now,
      isLate ? now : null,
    ],
  );
}

const thursdayMorning = '2026-11-18T22:00:00.000Z';
const thursdayEvening = '2026-11-19T09:00:00.000Z';
const fridayMorning = '2026-11-19T22:00:00.000Z';
const laterFridayMorning = '2026-11-19T23:00:00.000Z';

test.each([
  ['in the order they were made', [thursdayMorning, thursdayEvening, fridayMorning, laterFridayMorning]],
  ['out of order', [laterFridayMorning, fridayMorning, thursdayEvening, thursdayMorning]],
  ['the evening last', [fridayMorning, laterFridayMorning, thursdayMorning, thursdayEvening]],
])('an older API beside this one loses no day of check-ups that arrive %s', async (_, instants) => {
  const { id } = await api.buildParticipant({});
  for (const [index, recordedAt] of instants.entries())
    await saveByDate(id, recordedAt, `2026-11-20T00:00:0${index}.000Z`);
  const inForce = (await versionsOf(id)).filter((version) => version.inForce);
  expect(inForce.map(({ date, day }) => `${date} ${day}`).sort()).toEqual([
    '2026-11-18 2026-11-19',
    '2026-11-19 2026-11-19',
    '2026-11-19 2026-11-20',
  ]);
  const [{ last_record: last }] = await api.query(
    `select recorded_at as last_record from daily_record
     where participant_id = $1 and local_date = '2026-11-20' and superseded_at is null`,
    [id],
  );
  expect(last).toEqual(new Date(laterFridayMorning));
});
