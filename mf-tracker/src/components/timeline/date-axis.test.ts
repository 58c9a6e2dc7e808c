import { expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { fc } from '@stepwise/tooling/testing/properties';
import { createDateAxis, DAY_SHARE, dateAt, dayIndex, weeklyDates } from './date-axis.ts';

test('a day is 3.456 percent wide: its milliseconds divided by 25,000,000', () => {
  expect(DAY_SHARE * 100).toBeCloseTo(3.456, 10);
});

test('an empty timeline still has half a view on both sides of today', () => {
  const axis = createDateAxis([], '2026-11-20');
  const index = dayIndex(axis, '2026-11-20');
  expect(index * DAY_SHARE).toBeGreaterThanOrEqual(0.5);
  expect((axis.days - 1 - index) * DAY_SHARE).toBeGreaterThanOrEqual(0.5);
});

test('labels stand every seven days, over a month end and a change of the clocks', () => {
  expect(weeklyDates({ first: '2026-09-25', days: 22 })).toEqual([
    '2026-09-25',
    '2026-10-02',
    '2026-10-09',
    '2026-10-16',
  ]);
});

test('every date given is on the axis, and an index maps back to its date', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -900, max: 900 })), (offsets) => {
      const today = '2026-11-20';
      const dates = offsets.map((offset) => addDays(today, offset));
      const axis = createDateAxis(dates, today);
      for (const date of [...dates, today]) {
        const index = dayIndex(axis, date);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(axis.days);
        expect(dateAt(axis, index)).toBe(date);
      }
    }),
  );
});

test('the axis keeps a bound whatever the dates', () => {
  const axis = createDateAxis(['1926-01-01', '2206-01-01'], '2026-11-20');
  expect(axis.days).toBe(3653 + 1096 + 1);
  expect(axis.first).toBe('2016-11-19');
});
