import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORIES, type Category, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { csvLine } from '../../platform/csv/csv.ts';

export const CATEGORY_WORDS: Record<Category, string> = { sleep: 'Sleep', mood: 'Mood', active: 'Activity' };

export const answerOf = (record: DailyRecord, category: Category): string =>
  record[category] ? 'good' : 'not so good';

export const symptomsOf = ({ symptoms }: DailyRecord, category: Category): string[] =>
  symptoms
    .filter((symptom) => symptom.category === category)
    .map(({ text, redflag }) => (redflag ? `${text} (warning sign)` : text));

/** The participant's daily records as CSV (RFC 4180, UTF-8), one line each, oldest first; days as day/month/year. */
export function myRecordsCsv(records: readonly DailyRecord[]): string {
  const heads = CATEGORIES.flatMap((category) => [
    CATEGORY_WORDS[category],
    `${CATEGORY_WORDS[category]}: symptoms`,
  ]);
  const lines = records.map((record) => [
    formatDate(record.localDate),
    ...CATEGORIES.flatMap((category) => [
      answerOf(record, category),
      symptomsOf(record, category).join('; '),
    ]),
    record.activities.map(({ text }) => text).join('; '),
    record.recordedAt,
    record.timeZone,
  ]);
  return [['Day', ...heads, 'Activities', 'Recorded at (UTC)', 'Time zone'], ...lines].map(csvLine).join('');
}
