import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { ScheduleStep } from '../../core/content/content.schema.ts';

/** One dated step: `dose` mg a day from `date` (`YYYY-MM-DD`) on, for `days` days; 0 days on the last. */
export type ScheduledDose = { date: string; dose: number; note: string; prepare: string; days: number };

/**
 * Lays a schedule from a day and a current dose (mg a day; RangeError when it is none, or below 0). The current dose comes
 * first, with the days and note of its own step; a dose the schedule has no step for takes the days of the first step
 * and no note. Then come the steps below it, down to 0 mg.
 */
export function generateSchedule({
  schedule,
  startDose,
  startDate,
}: {
  schedule: { steps: readonly ScheduleStep[] };
  startDose: number;
  startDate: string;
}): ScheduledDose[] {
  if (!(startDose >= 0 && Number.isFinite(startDose))) {
    throw new RangeError(`a plan starts from a dose in mg, not ${startDose}`);
  }
  const { steps } = schedule;
  const current = steps.find((step) => step.dose === startDose);
  const rows = [
    {
      dose: startDose,
      days: current?.days ?? steps[0]?.days ?? 0,
      howToTake: current?.howToTake ?? '',
      // It is taken already.
      prepare: '',
    },
    ...steps.filter((step) => step.dose < startDose),
  ];
  let date = startDate;
  return rows.map(({ dose, days, howToTake, prepare }) => {
    const row = { date, dose, note: howToTake, prepare, days };
    date = addDays(date, days);
    return row;
  });
}
