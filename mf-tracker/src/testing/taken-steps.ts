import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { Prescription } from '@stepwise/shared-contracts/entities/plan';
import type { DoseStep } from '../doses/dose-steps.ts';

/** The steps of a plan as if each were taken on its date. */
export function takenSteps(plan: readonly Prescription[]): DoseStep[] {
  const sorted = plan.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return sorted.map(({ date, dose, note, days }, index) => {
    const until = sorted[index + 1]?.date ?? null;
    return { date, dose, note, until, days: until === null ? days : daysBetween(date, until) };
  });
}
