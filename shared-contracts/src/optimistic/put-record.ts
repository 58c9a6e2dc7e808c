import type { DailyRecord } from '../entities/tracker.ts';

const isOfSameDay = (a: DailyRecord, b: DailyRecord): boolean =>
  a.date === b.date && a.localDate === b.localDate;

const comesBefore = (a: DailyRecord, b: DailyRecord): boolean =>
  a.localDate === b.localDate ? a.recordedAt < b.recordedAt : a.localDate < b.localDate;

/**
 * Replaces the record of the same date and own day unless that was made later, as the server does. The oldest day comes
 * first, and in a day the earliest record.
 */
export function putRecord(records: readonly DailyRecord[], record: DailyRecord): DailyRecord[] {
  const known = records.find((other) => isOfSameDay(other, record));
  const later = known && known.recordedAt > record.recordedAt ? known : record;
  return [...records.filter((other) => other !== known), later].sort((a, b) => (comesBefore(a, b) ? -1 : 1));
}
