import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import { stepsAhead } from '@stepwise/shared-contracts/plan/next-dose';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';

/** One dated step with its end: from `date` up to, without, `until` (null on the last). */
export interface DoseStep extends Pick<Prescription, 'date' | 'dose' | 'note'> {
  until: string | null;
  /** How many days it lasts, or was to last where it is the last. */
  days: number;
  /** The schedule that a reported dose belongs to. */
  schedule?: number;
  /** Its day passed before doses were reported: which dose was taken is not known. */
  isAssumed?: boolean;
}

/**
 * The doses as they were reported up to `today` (a local day), then the steps that are planned, none of them before
 * tomorrow, and none that waits. A step lasts until the next begins. There are none while the plan has no dates.
 */
export function doseStepsOf(
  prescriptions: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
): DoseStep[] {
  if (prescriptions.length === 0) return [];
  const planned = planSteps(prescriptions, reports, today);
  const isOpen = planned.some(({ status }) => status === 'due' || status === 'waiting');
  const taken = doseHistory(reports)
    .filter(({ day }) => day <= today)
    .map(({ day, dose, schedule, kind }) => ({
      date: day,
      dose,
      schedule,
      isAssumed: kind === 'assumed',
      note: planned.findLast((row) => row.status === 'taken' && row.dose === dose)?.note ?? '',
      days: 0,
    }));
  const ahead = stepsAhead(planned).map(({ date, dose, note, days }) => ({ date, dose, note, days }));
  const steps = [...taken, ...ahead];
  return steps.map((step, index) => {
    const until = steps[index + 1]?.date ?? null;
    // A step whose planned end has passed goes on for as long as nothing else is reported.
    const hasEnd = until !== null && !(isOpen && index === taken.length - 1);
    return { ...step, until, days: hasEnd ? daysBetween(step.date, until) : until === null ? step.days : 0 };
  });
}

/** The step in force on a day (`YYYY-MM-DD`), or undefined before the first. */
export const doseStepOn = (doseSteps: readonly DoseStep[], date: string): DoseStep | undefined =>
  doseSteps.findLast((doseStep) => doseStep.date <= date);

/** Where a day stands in the plan: its step, and which day of it. */
export interface DoseDay {
  doseStep: DoseStep | undefined;
  /** From 1. */
  day: number;
}

export function doseDay(doseSteps: readonly DoseStep[], date: string): DoseDay {
  const doseStep = doseStepOn(doseSteps, date);
  return { doseStep, day: doseStep ? daysBetween(doseStep.date, date) + 1 : 0 };
}

/** `Day 12 of 28`; without the second number where the step has no planned end or has outlasted it. */
export function dayOfDoseStep({ doseStep, day }: DoseDay): string {
  if (!doseStep) return '';
  return doseStep.days >= day ? `Day ${day} of ${doseStep.days}` : `Day ${day}`;
}

/** The last day of the plan that is worth drawing: two weeks into its last step. */
export const lastPlannedDay = (doseSteps: readonly DoseStep[]): string | undefined => {
  const last = doseSteps.at(-1);
  return last && addDays(last.date, 14);
};
