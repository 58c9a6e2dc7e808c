import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Stage } from './stages.ts';

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
  stage: Stage;
  weeks: StepWeek[];
}

/**
 * For each step that has begun by `today`, its weeks up to today. A check-up belongs to the local day it was made on,
 * because doses change on local days.
 */
export function countByStep(
  stages: readonly Stage[],
  records: readonly DailyRecord[],
  today: string,
): StepCounts[] {
  return stages
    .filter(({ date }) => date <= today)
    .map((stage) => {
      const last = stage.until !== null && stage.until <= today ? addDays(stage.until, -1) : today;
      const inStep = records.filter(({ localDate }) => localDate >= stage.date && localDate <= last);
      const count = Math.floor(daysBetween(stage.date, last) / 7) + 1;
      return {
        stage,
        weeks: Array.from({ length: count }, (_, index) => countWeek(stage, last, index, inStep)),
      };
    });
}

function countWeek(stage: Stage, last: string, index: number, records: readonly DailyRecord[]): StepWeek {
  const from = addDays(stage.date, index * 7);
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
