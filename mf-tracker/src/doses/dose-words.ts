import {
  doseBreakdown,
  doseText,
  doseUnit,
  type DoseWords as ScheduleWords,
} from '@stepwise/shared-contracts/entities/dose-text';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';
import type { DoseStep } from './dose-steps.ts';

type Step = Pick<DoseStep, 'dose' | 'schedule' | 'isAssumed'>;

/**
 * How this participant's doses (mg a day) are worded: `amount` in short, `breakdown` over the day where the trial gives
 * one. A dose of an earlier plan is worded by its own schedule; one that is only assumed is not known, `? mg`.
 */
export interface DoseWords {
  amount(step: Step): string;
  breakdown(step: Step): string | null;
}

export const doseWordsFor = (plan: {
  schedule: number | null;
  timesperday: TimesPerDay;
  schedules: readonly ScheduleWords[];
}): DoseWords => ({
  amount: ({ dose, schedule = plan.schedule, isAssumed }) =>
    isAssumed ? `? ${doseUnit(schedule, plan.schedules)}` : doseText(dose, schedule, plan.schedules),
  breakdown: ({ dose, schedule = plan.schedule, isAssumed }) =>
    isAssumed ? null : doseBreakdown(dose, { ...plan, schedule }, plan.schedules),
});
