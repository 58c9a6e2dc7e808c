import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';

/** Milliseconds for each percent of the plot's visible width (specification, section 9). */
const MS_PER_PERCENT = 25_000_000;
const DAY_MS = 86_400_000;

/** The width of a day as a part of the plot's visible width: 3.456 %. */
export const DAY_SHARE = DAY_MS / MS_PER_PERCENT / 100;

/** From the middle of the visible width to its edge, so that today can always stand in the middle. */
const HALF_A_VIEW = Math.ceil(0.5 / DAY_SHARE);

/** The days the plot runs over: `days` days from `first`. */
export interface DateAxis {
  first: string;
  days: number;
}

/** Whatever dates a plan has, the plot reaches no further from today. */
const MAX_DAYS_BACK = 3653;
const MAX_DAYS_AHEAD = 1096;

/** Reaches from the first to the last of the dates given within its bounds, and at least half a view around today. */
export function createDateAxis(dates: readonly string[], today: string): DateAxis {
  let first = addDays(today, -HALF_A_VIEW);
  let last = addDays(today, HALF_A_VIEW);
  for (const date of dates) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  const earliest = addDays(today, -MAX_DAYS_BACK);
  const latest = addDays(today, MAX_DAYS_AHEAD);
  if (first < earliest) first = earliest;
  if (last > latest) last = latest;
  return { first, days: daysBetween(first, last) + 1 };
}

export const dayIndex = (axis: DateAxis, date: string): number => daysBetween(axis.first, date);

export const dateAt = (axis: DateAxis, index: number): string => addDays(axis.first, index);

/** A date label every 7 days (specification, section 9). */
export const weeklyDates = (axis: DateAxis): string[] =>
  Array.from({ length: Math.ceil(axis.days / 7) }, (_, week) => addDays(axis.first, week * 7));
