import { addDays, formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

/**
 * The records by the date that they are stored under, and by the person's own day. In both the earliest comes first; the
 * last one of an own day counts.
 */
export interface RecordIndex {
  byDate: ReadonlyMap<string, readonly DailyRecord[]>;
  byDay: ReadonlyMap<string, readonly DailyRecord[]>;
}

/** `records` are in the order of the days. */
export const indexRecords = (records: readonly DailyRecord[]): RecordIndex => ({
  byDate: groupRecords(records, 'date'),
  byDay: groupRecords(records, 'localDate'),
});

/** In the order of `records`. `Map.groupBy` is missing in browsers of 2023. */
export function groupRecords(
  records: readonly DailyRecord[],
  key: 'date' | 'localDate',
): Map<string, DailyRecord[]> {
  const groups = new Map<string, DailyRecord[]>();
  for (const record of records) {
    const group = groups.get(record[key]);
    if (group) group.push(record);
    else groups.set(record[key], [record]);
  }
  return groups;
}

/** Whether a record is the one of its own day that counts. */
export const isCounted = ({ byDay }: RecordIndex, record: DailyRecord): boolean =>
  byDay.get(record.localDate)?.at(-1) === record;

/**
 * `Recorded on Friday 20 November at 9:00 am.` or `Added later, on Saturday 21 November at 9:00 am.`, in words as the
 * heading above it, and whether a later record of the day counts.
 */
export function recordedAtInWords(index: RecordIndex, record: DailyRecord): string {
  const time = clockTime(record.recordedAt, record.timeZone);
  const recorded = record.addedLater
    ? `Added later, on ${formatDateInWords(addDays(record.localDate, 1))} at ${time}.`
    : `Recorded on ${formatDateInWords(record.localDate)} at ${time}.`;
  return isCounted(index, record) ? recorded : `${recorded} A later check-up of this day counts.`;
}
