import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { DoseStep } from './dose-steps.ts';

/** One week of a step: `week` from 1. Counts only; nothing here says why. */
export interface StepWeek {
  week: number;
  /** First and last day of the week that belong to the step and are not after today. */
  from: string;
  to: string;
  /** Days of the person's own calendar with a check-up. */
  daysRecorded: number;
  /** Good answers out of `answers`: each check-up has three answers. */
  goodAnswers: number;
  answers: number;
  /** Warning signs selected. */
  warningSigns: number;
}

export interface StepCounts {
  doseStep: DoseStep;
  weeks: StepWeek[];
}

/**
 * For each step that has begun by `today`, its weeks up to today. A check-up belongs to the local day it was made on,
 * because doses change on local days.
 */
export function countByStep(
  doseSteps: readonly DoseStep[],
  records: readonly DailyRecord[],
  today: string,
): StepCounts[] {
  return doseSteps
    .filter(({ date }) => date <= today)
    .map((doseStep) => {
      const last = doseStep.until !== null && doseStep.until <= today ? addDays(doseStep.until, -1) : today;
      const inStep = records.filter(({ localDate }) => localDate >= doseStep.date && localDate <= last);
      const count = Math.floor(daysBetween(doseStep.date, last) / 7) + 1;
      return {
        doseStep,
        weeks: Array.from({ length: count }, (_, index) => countWeek(doseStep, last, index, inStep)),
      };
    });
}

function countWeek(
  doseStep: DoseStep,
  last: string,
  index: number,
  records: readonly DailyRecord[],
): StepWeek {
  const from = addDays(doseStep.date, index * 7);
  const end = addDays(from, 6);
  const to = end < last ? end : last;
  const inWeek = records.filter(({ localDate }) => localDate >= from && localDate <= to);
  return {
    week: index + 1,
    from,
    to,
    daysRecorded: new Set(inWeek.map(({ localDate }) => localDate)).size,
    goodAnswers: sum(inWeek, (record) => CATEGORIES.filter((category) => record[category]).length),
    answers: inWeek.length * CATEGORIES.length,
    warningSigns: sum(inWeek, ({ symptoms }) => symptoms.filter(({ redflag }) => redflag).length),
  };
}

const sum = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((total, item) => total + measure(item), 0);
