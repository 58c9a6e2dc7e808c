import { expect, test } from '@jest/globals';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { fc } from '@stepwise/tooling/testing/properties';
import { countDaysDue } from './find-days-recorded.ts';

const timeZone = 'Australia/Melbourne';
const now = new Date('2026-03-10T01:00:00Z');

test.each([
  ['2026-03-10', '2026-03-10', 1],
  ['2026-03-09', '2026-03-09', 1],
  ['2026-03-08', '2026-03-08', 2],
  ['2026-03-08', '2026-03-10', 3],
])('from %s, with the last record on %s, the days due are counted', (first, last, due) => {
  expect(countDaysDue({ first, last, timeZone, now })).toBe(due);
});

test('a day is the person’s own: where it is still yesterday, one day less is due', () => {
  const days = { first: '2026-03-01', last: '2026-03-02', now };
  expect(countDaysDue({ ...days, timeZone: 'Australia/Melbourne' })).toBe(9);
  expect(countDaysDue({ ...days, timeZone: 'Pacific/Honolulu' })).toBe(8);
});

test('for any start and last record, no future day is due, and never fewer than can have been recorded', () => {
  const today = localDate(now, timeZone);
  fc.assert(
    fc.property(fc.nat(800), fc.nat(800), (a, b) => {
      const first = addDays(today, -Math.max(a, b));
      const last = addDays(today, -Math.min(a, b));
      const due = countDaysDue({ first, last, timeZone, now });
      expect(due).toBeLessThanOrEqual(Math.max(a, b) + 1);
      expect(due).toBeGreaterThanOrEqual(Math.abs(a - b) + 1);
      if (Math.min(a, b) > 0) expect(due).toBe(Math.max(a, b));
    }),
  );
});
