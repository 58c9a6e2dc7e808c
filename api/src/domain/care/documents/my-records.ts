import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import {
  answerInWords,
  CATEGORY_NAMES,
  symptomsInWords,
} from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { csvLine } from '../../../platform/csv/csv.ts';

/** The participant's daily records as CSV (RFC 4180, UTF-8), one line each, oldest first; days as day/month/year. */
export function myRecordsCsv(records: readonly DailyRecord[]): string {
  const heads = CATEGORIES.flatMap((category) => [
    CATEGORY_NAMES[category],
    `${CATEGORY_NAMES[category]}: symptoms`,
  ]);
  const lines = records.map((record) => [
    formatDate(record.localDate),
    ...CATEGORIES.flatMap((category) => [
      answerInWords(record, category),
      symptomsInWords(record, category).join('; '),
    ]),
    record.activities.map(({ text }) => text).join('; '),
    record.recordedAt,
    record.timeZone,
  ]);
  return [['Day', ...heads, 'Activities', 'Recorded at (UTC)', 'Time zone'], ...lines].map(csvLine).join('');
}
