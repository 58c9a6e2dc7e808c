import { expect, test } from '@jest/globals';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { fc } from '@stepwise/tooling/testing/properties';
import { monthLater } from './month-later.ts';

const MELBOURNE = 'Australia/Melbourne';

test.each([
  ['an ordinary day', '2026-03-10T01:00:00Z', '2026-04-10'],
  ['the last day before a shorter month', '2026-01-31T01:00:00Z', '2026-02-28'],
  ['the same in a leap year', '2028-01-31T01:00:00Z', '2028-02-29'],
  ['December', '2026-12-15T01:00:00Z', '2027-01-15'],
  ['an evening that is the day before by UTC', '2026-05-09T23:00:00Z', '2026-06-10'],
  ['just after midnight, before the clocks go back', '2026-03-09T13:30:00Z', '2026-04-10'],
  ['just before midnight, before the clocks go forward', '2026-09-10T13:30:00Z', '2026-10-10'],
])('%s: the same day of the next month, where the person is', (_, from, due) => {
  expect(localDate(monthLater(new Date(from), MELBOURNE), MELBOURNE)).toBe(due);
});

test('the time of day stays', () => {
  expect(monthLater(new Date('2026-05-10T01:00:00Z'), MELBOURNE)).toEqual(new Date('2026-06-10T01:00:00Z'));
});

test('a month later falls into the next month, in every zone and at every instant', () => {
  const zones = fc.constantFrom(MELBOURNE, 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC');
  const instants = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const from = localDate(instant, zone).slice(0, 7);
      const due = localDate(monthLater(instant, zone), zone).slice(0, 7);
      const months = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
      expect(months(due) - months(from)).toBe(1);
    }),
  );
});
