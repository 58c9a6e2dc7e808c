import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { putRecord } from './put-record.ts';

test('records stand by their day, then by their instant, however they come', () => {
  const record = (localDate: string, date: string, hour: string) =>
    buildRecord({ date, localDate, recordedAt: `${date}T${hour}:00:00.000Z` });
  const morning = record('2026-11-20', '2026-11-19', '22');
  const evening = record('2026-11-20', '2026-11-20', '09');
  const before = record('2026-11-18', '2026-11-18', '01');
  const after = record('2026-11-21', '2026-11-21', '01');
  // Added on the day after.
  const yesterday = { ...record('2026-11-19', '2026-11-19', '01'), recordedAt: '2026-11-20T10:00:00.000Z' };
  const sorted = [before, yesterday, morning, evening, after];
  for (const given of [sorted, sorted.toReversed(), [evening, before, after, morning, yesterday]])
    expect(given.reduce(putRecord, [])).toEqual(sorted);
});
