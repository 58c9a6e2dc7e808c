import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { PastPrescription, Prescription } from '@stepwise/shared-contracts/entities/plan';

/** One dated step with its end: from `date` up to, without, `until` (null on the last). */
export interface DoseStep extends Pick<Prescription, 'date' | 'dose' | 'note'> {
  until: string | null;
  /** How many days it lasts, or was to last where it is the last. */
  days: number;
  /** Of a plan that was changed since: the schedule that it belonged to. */
  schedule?: number;
}

/**
 * The steps in the order of their dates, with those that were taken before the plan was changed. A step lasts until the
 * next begins. There are none while the plan has no dates.
 */
export function doseStepsOf(
  prescriptions: readonly Prescription[],
  past: readonly PastPrescription[] = [],
): DoseStep[] {
  if (prescriptions.length === 0) return [];
  const steps = [...past.map((step) => ({ ...step, note: '', days: 0 })), ...prescriptions];
  const sorted = steps.sort((a, b) => (a.date < b.date ? -1 : 1));
  return sorted.map((step, index) => {
    const until = sorted[index + 1]?.date ?? null;
    return { ...step, until, days: until === null ? step.days : daysBetween(step.date, until) };
  });
}

/** The step in force on a day (`YYYY-MM-DD`), or undefined before the first. */
export const doseStepOn = (doseSteps: readonly DoseStep[], date: string): DoseStep | undefined =>
  doseSteps.findLast((doseStep) => doseStep.date <= date);

/** Where a day stands in the plan: its step, which day of it, the step after, and how many days away that is. */
export interface DoseDay {
  doseStep: DoseStep | undefined;
  /** From 1. */
  day: number;
  next: DoseStep | undefined;
  daysToNext: number;
}

export function doseDay(doseSteps: readonly DoseStep[], date: string): DoseDay {
  const doseStep = doseStepOn(doseSteps, date);
  const next = doseSteps.find((later) => later.date > date);
  return {
    doseStep,
    day: doseStep ? daysBetween(doseStep.date, date) + 1 : 0,
    next,
    daysToNext: next ? daysBetween(date, next.date) : 0,
  };
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
