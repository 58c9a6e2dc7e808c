import type { Schedule } from './plan.ts';
import type { TimesPerDay } from './user.ts';

/** What the content says of a schedule's doses. */
export type DoseWords = Pick<Schedule, 'id' | 'unit' | 'doseWords'>;

/** The words of a dose, by the number that the trial writes or by the one that is shown for it. */
const wordsOf = (dose: number, schedule: DoseWords | undefined) =>
  schedule?.doseWords?.find((words) => words.dose === dose || words.shown === dose);

const scheduleOf = (id: number | null, schedules: readonly DoseWords[]) =>
  schedules.find((schedule) => schedule.id === id);

/**
 * A daily dose as it is shown, `100 mg`: number and unit as the content has them for the schedule (id) that the dose
 * belongs to. Where the trial writes a rounded number, the real one is shown (specification, section 9: 37 as 37.5).
 */
export function doseText(dose: number, schedule: number | null, schedules: readonly DoseWords[]): string {
  const found = scheduleOf(schedule, schedules);
  return `${wordsOf(dose, found)?.shown ?? dose} ${found?.unit ?? 'mg'}`;
}

/** The unit of a schedule's doses (id), as people read it: `mg`. */
export const doseUnit = (schedule: number | null, schedules: readonly DoseWords[]): string =>
  scheduleOf(schedule, schedules)?.unit ?? 'mg';

/**
 * How a daily dose taken twice a day is split over the day, word for word from the content (specification, section 9);
 * null where the content gives no split. None is ever worked out.
 */
export function doseBreakdown(
  dose: number,
  { schedule, timesperday }: { schedule: number | null; timesperday: TimesPerDay },
  schedules: readonly DoseWords[],
): string | null {
  if (timesperday !== 2) return null;
  return wordsOf(dose, scheduleOf(schedule, schedules))?.split ?? null;
}
