import type { PastPrescription } from '@stepwise/shared-contracts/entities/plan';

interface Change {
  /** What was taken before the plan that is now replaced. */
  past: readonly PastPrescription[];
  /** The steps of the plan that is replaced, by the schedule they belong to. */
  replaced: readonly Pick<PastPrescription, 'date' | 'dose'>[];
  schedule: number | null;
  /** The first day of the plan that takes its place. */
  from: string;
  today: string;
}

/**
 * The steps that were taken before a new plan, in order: those that had begun, up to its first day. A step that was only
 * planned was never taken. Rows that begin in the past say anew what was taken from then on.
 */
export function pastSteps({ past, replaced, schedule, from, today }: Change): PastPrescription[] {
  const begun =
    schedule === null
      ? []
      : replaced
          .filter(({ date }) => date <= today)
          .map(({ date, dose }): PastPrescription => ({ date, dose, schedule }));
  return [...past, ...begun].filter(({ date }) => date < from);
}
