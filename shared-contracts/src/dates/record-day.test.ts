import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import type { DailyRecord } from '../entities/tracker.ts';
import { putRecord } from '../optimistic/put-record.ts';
import { addDays, localDate, utcDate } from './plain-date.ts';
import { recordDay } from './record-day.ts';

const timeZone = 'Australia/Melbourne';
const at = (instant: string, day?: string) => recordDay(new Date(instant), timeZone, day);

test.each([
  ['9:00 on Friday', '2026-11-19T22:00:00Z', undefined, ['2026-11-19', '2026-11-20', false]],
  ['9:00 on Friday', '2026-11-19T22:00:00Z', '2026-11-20', ['2026-11-19', '2026-11-20', false]],
  ['9:00 on Friday', '2026-11-19T22:00:00Z', '2026-11-19', ['2026-11-19', '2026-11-19', true]],
  ['20:00 on Friday', '2026-11-20T09:00:00Z', '2026-11-20', ['2026-11-20', '2026-11-20', false]],
  ['20:00 on Friday', '2026-11-20T09:00:00Z', '2026-11-19', ['2026-11-19', '2026-11-19', true]],
  ['the first hour of Friday', '2026-11-19T13:30:00Z', '2026-11-19', ['2026-11-19', '2026-11-19', true]],
])('a check-up made at %s (%s) of the day %s is of this date and own day', (_, instant, day, expected) => {
  const { date, localDate: own, addedLater } = at(instant, day) ?? {};
  expect([date, own, addedLater]).toEqual(expected);
});

test.each(['2026-11-18', '2026-11-21', '2020-01-01'])('the day %s cannot be recorded on Friday', (day) => {
  expect(at('2026-11-19T22:00:00Z', day)).toBeNull();
});

/** Once a day for a year, between 7:00 and 22:00 in Melbourne, at times that a fixed sequence gives. */
function recordsOfAYear(): DailyRecord[] {
  let state = 20261122;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return Array.from({ length: 365 }, (_, index) => {
    const day = addDays('2026-07-01', index);
    // 21:00 UTC of the day before is 7:00 in winter and 8:00 in summer.
    const summerMs = localDate(new Date(`${day}T13:30:00Z`), timeZone) === day ? 0 : 3_600_000;
    const instant = new Date(
      Date.parse(`${addDays(day, -1)}T21:00:00Z`) - summerMs + next() * 15 * 3_600_000,
    );
    const record = { recordedAt: instant.toISOString(), ...recordDay(instant, timeZone) };
    expect(record.localDate).toBe(day);
    return buildRecord(record);
  });
}

test('a year of recording once a day in Melbourne loses no day, over both changes of the clocks', () => {
  const made = recordsOfAYear();
  const kept = made.reduce<DailyRecord[]>(putRecord, []);
  expect(kept).toHaveLength(365);
  expect(new Set(kept.map((record) => record.localDate)).size).toBe(365);
  // By the UTC date only, as before decision 44, about a fifth of the days was replaced.
  const dates = new Set(made.map(({ recordedAt }) => utcDate(new Date(recordedAt))));
  expect(365 - dates.size).toBeGreaterThan(0.15 * 365);
});
