import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { indexRecords, isCounted, recordedAtInWords } from './record-index.ts';

// Made in the morning in Melbourne, while UTC still has the day before.
const morning = { recordedAt: '2026-11-19T22:00:00.000Z', date: '2026-11-19' };
const thursday = buildRecord({ ...morning, recordedAt: '2026-11-19T09:00:00.000Z', localDate: '2026-11-19' });
const friday = buildRecord({ ...morning, localDate: '2026-11-20' });
const again = buildRecord({ localDate: '2026-11-20' });

test('the last check-up of a person’s own day counts, whatever date it is stored under', () => {
  const index = indexRecords([thursday, friday, again]);
  expect([thursday, friday, again].map((record) => isCounted(index, record))).toEqual([true, false, true]);
});

test('a check-up says on which of the person’s own days it was recorded, or added later', () => {
  const words = (record: typeof friday) => recordedAtInWords(indexRecords([record]), record);
  expect(words(friday)).toBe('Recorded on Friday 20 November at 9:00 am.');
  expect(words({ ...friday, localDate: '2026-11-19', date: '2026-11-18', addedLater: true })).toBe(
    'Added later, on Friday 20 November at 9:00 am.',
  );
  expect(recordedAtInWords(indexRecords([friday, again]), friday)).toMatch(
    / A later check-up of this day counts\.$/,
  );
});
