import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { dayState, whatHappens } from './day-state.ts';

const friday = '2026-11-20';
const thursdayEvening = buildRecord({
  date: '2026-11-19',
  localDate: '2026-11-19',
  recordedAt: '2026-11-19T09:00:00.000Z',
});
const fridayMorning = buildRecord({
  date: '2026-11-19',
  localDate: friday,
  recordedAt: '2026-11-19T22:00:00.000Z',
});
const fridayEvening = buildRecord({
  date: friday,
  localDate: friday,
  recordedAt: '2026-11-20T09:00:00.000Z',
});

test.each([
  ['nothing recorded', [], friday, ''],
  ['the evening before only', [thursdayEvening], '2026-11-19', ''],
  [
    'the same UTC date and own day',
    [thursdayEvening, fridayMorning],
    '2026-11-19',
    'There is a check-up of Friday 20 November, made at 9:00 am. A new one replaces it.',
  ],
  [
    'the same own day with the other UTC date',
    [thursdayEvening, fridayMorning],
    friday,
    'There is a check-up of Friday 20 November, made at 9:00 am. A new one is added beside it and counts for the day.',
  ],
  [
    'both of the own day',
    [fridayMorning, fridayEvening],
    friday,
    'There is a check-up of Friday 20 November, made at 8:00 pm. A new one replaces it.',
  ],
])('with %s a new check-up of Friday says what it does', (_, records, date, words) => {
  expect(whatHappens(dayState(records, friday, date))).toBe(words);
});
