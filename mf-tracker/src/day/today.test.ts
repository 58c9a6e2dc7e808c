import { expect, test } from '@jest/globals';
import { hourOf, todayAt } from './today.ts';

const MELBOURNE = 'Australia/Melbourne';

test.each([
  ['2026-11-19T12:59:59Z', '2026-11-19', '2026-11-19', 23],
  ['2026-11-19T13:00:00Z', '2026-11-19', '2026-11-20', 0],
  ['2026-11-19T23:59:59Z', '2026-11-19', '2026-11-20', 10],
  ['2026-11-20T00:00:00Z', '2026-11-20', '2026-11-20', 11],
  ['2026-11-20T01:00:00Z', '2026-11-20', '2026-11-20', 12],
])('at %s it is %s by UTC, and %s, hour %i, in Melbourne', (instant, key, local, hour) => {
  const now = new Date(instant);
  expect(todayAt(now, MELBOURNE)).toEqual({ key, local, timeZone: MELBOURNE, isMorning: hour < 12 });
  expect(hourOf(now, MELBOURNE)).toBe(hour);
});
