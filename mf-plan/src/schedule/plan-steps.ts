import type { Prescription } from '@stepwise/shared-contracts/entities/plan';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';

/**
 * What stands before a step's dose: 'Current dose' before the first, 'Reduce to' before the middle ones, nothing
 * before the last (specification, section 2). A researcher's custom step that does not go down is never called a
 * reduction.
 */
export function stepLabel(steps: readonly Prescription[], index: number): string {
  const step = steps[index];
  const before = steps[index - 1];
  if (!step) return '';
  if (!before) return 'Current dose';
  if (index === steps.length - 1) return '';
  if (step.dose > before.dose) return 'Increase to';
  return step.dose === before.dose ? 'Stay on' : 'Reduce to';
}

/** 'for 28 days' of every step but the last. */
export function stepDays(steps: readonly Prescription[], index: number): string {
  const step = steps[index];
  if (!step || index === steps.length - 1) return '';
  return `for ${step.days} ${step.days === 1 ? 'day' : 'days'}`;
}

/** The index of the step in force on `today` (`YYYY-MM-DD`), of steps in the order of their dates; -1 before the plan begins. */
export function currentStepIndex(steps: readonly Prescription[], today: string): number {
  return steps.filter(({ date }) => date <= today).length - 1;
}

/** Every dose of a plan is a whole day's: two times a day share it. */
export const timesText = (timesperday: TimesPerDay): string =>
  timesperday === 2 ? 'in two parts each day' : 'once a day';
