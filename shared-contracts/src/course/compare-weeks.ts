import { addDays } from '../dates/plain-date.ts';
import { type Course, countBetween, type DayCounts, periodInForce } from './course.ts';

const DAYS = 28;

/** The last four weeks beside four earlier ones. */
export interface WeeksCompared {
  recent: DayCounts;
  /** Of the four weeks before the present step, or before the last four where the step is older. */
  before: DayCounts;
  isBeforeStep: boolean;
}

/** Counts of recorded days only: nothing is judged, and no cause is named. */
export function compareWeeks(course: Course): WeeksCompared {
  const until = addDays(course.today, 1);
  const from = addDays(until, -DAYS);
  const step = periodInForce(course)?.date;
  const isBeforeStep = step !== undefined && step > from && step > course.first;
  const end = isBeforeStep ? step : from;
  return {
    recent: countBetween(course, { from, until }),
    before: countBetween(course, { from: addDays(end, -DAYS), until: end }),
    isBeforeStep,
  };
}
