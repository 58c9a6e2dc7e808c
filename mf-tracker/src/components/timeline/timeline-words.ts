import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Today } from '../../day/today.ts';
import { type DoseStep, doseDay } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { hasWarning } from '../../records/answer-icons.ts';

const LOOK_BACK_DAYS = 28;

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** `records` are those that count. The timeline in a few sentences: the last four weeks, the dose today and the next step. Counts, no judgement. */
export function timelineInWords(
  records: readonly DailyRecord[],
  doseSteps: readonly DoseStep[],
  doseWords: DoseWords,
  today: Today,
): string {
  const since = addDays(today.local, 1 - LOOK_BACK_DAYS);
  const recent = records.filter(({ localDate }) => localDate >= since && localDate <= today.local);
  const good = CATEGORIES.map(
    (category, index) =>
      `${index === 0 ? CATEGORY_NAMES[category] : CATEGORY_NAMES[category].toLowerCase()} good on ${recent.filter((record) => record[category]).length}`,
  );
  const sentences =
    recent.length === 0
      ? [`Nothing recorded in the last ${days(LOOK_BACK_DAYS)}`]
      : [
          `In the last ${days(LOOK_BACK_DAYS)} you recorded ${days(recent.length)}`,
          good.join(', '),
          `A warning sign on ${days(recent.filter(hasWarning).length)}`,
        ];
  const { doseStep, next } = doseDay(doseSteps, today.local);
  if (doseStep) sentences.push(`Your dose today is ${doseWords.amount(doseStep)} a day`);
  if (next) sentences.push(`The next step is ${doseWords.amount(next)} on ${formatDate(next.date)}`);
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}
