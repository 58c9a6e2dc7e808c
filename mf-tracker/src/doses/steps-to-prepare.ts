import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { type PlanStep, planSteps } from '@stepwise/shared-contracts/plan/plan-steps';

/**
 * The steps not taken yet, at most `days` days ahead of a day (`YYYY-MM-DD`), for which something has to be prepared.
 * A step whose day has come, or that waits for one, is among them.
 */
export const stepsToPrepare = (
  prescriptions: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
  days: number,
): PlanStep[] =>
  planSteps(prescriptions, reports, today).filter(
    ({ prepare, status, date }) =>
      prepare && status !== 'taken' && status !== 'passed' && daysBetween(today, date) <= days,
  );
