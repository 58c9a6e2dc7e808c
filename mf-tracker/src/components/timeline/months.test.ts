import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { groupByMonth } from './months.ts';

test('a check-up is of the month of the person’s own day, which UTC may count to the month before', () => {
  const records = [
    buildRecord({ date: '2026-11-29', localDate: '2026-11-30' }),
    buildRecord({ date: '2026-11-30', localDate: '2026-12-01' }),
  ];
  expect(groupByMonth(records).map(({ name, days, records }) => [name, days, records.length])).toEqual([
    ['December 2026', 1, 1],
    ['November 2026', 1, 1],
  ]);
});

test('two check-ups of one day count as one day, whichever day of the month it is', () => {
  const [month] = groupByMonth([
    buildRecord({ localDate: '2026-11-20', date: '2026-11-19' }),
    buildRecord({ localDate: '2026-11-20', date: '2026-11-20' }),
    buildRecord({ localDate: '2026-11-22', date: '2026-11-22' }),
  ]);
  expect([month?.days, month?.records.length]).toEqual([2, 3]);
});
