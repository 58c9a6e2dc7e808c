import type { TimesPerDay } from './user.ts';

/** The schedules of venlafaxine (specification, section 9). */
const VENLAFAXINE_SCHEDULES: readonly number[] = [17, 18];

/** Venlafaxine taken twice a day: how a daily dose (mg) is split (specification, section 9, word for word). */
const TWICE_A_DAY: ReadonlyMap<number, string> = new Map([
  [300, '150mg twice a day'],
  [225, '150mg once plus 75mg once'],
  [150, '75mg twice a day'],
  [75, '75mg once a day'],
  [37, '37.5mg once a day'],
]);

const isVenlafaxine = (schedule: number | null): boolean =>
  schedule !== null && VENLAFAXINE_SCHEDULES.includes(schedule);

/**
 * A daily dose (mg) as it is shown, `100 mg`. The trial writes venlafaxine's 37.5 mg as 37; it is shown as `37.5 mg`.
 * `schedule` is the id of the schedule the dose belongs to.
 */
export function doseText(dose: number, schedule: number | null): string {
  return isVenlafaxine(schedule) && dose === 37 ? '37.5 mg' : `${dose} mg`;
}

/**
 * How a daily dose (mg) is split over the day, or null where the trial gives no split: it gives one for venlafaxine
 * taken twice a day and its five whole-form doses, and none is ever worked out for another. 37.5, as a researcher may
 * type it, is the dose the trial writes as 37.
 */
export function doseBreakdown(
  dose: number,
  { schedule, timesperday }: { schedule: number | null; timesperday: TimesPerDay },
): string | null {
  if (timesperday !== 2 || !isVenlafaxine(schedule)) return null;
  return TWICE_A_DAY.get(dose === 37.5 ? 37 : dose) ?? null;
}
