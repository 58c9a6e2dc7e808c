import type { DoseReport, Prescription } from '../entities/plan.ts';
import { HOME_STEP, type User } from '../entities/user.ts';
import { doseInForce } from './dose-reports.ts';
import { planSteps } from './plan-steps.ts';

/**
 * The states of a participant's plan, in the order they are passed. See decision 50.
 * - `not-offered`: the questionnaire is not confirmed, or the participant is not in the reduction arm.
 * - `setting-up`: no schedule is saved yet. - `chosen`: one is; the first daily record starts the plan.
 * - `step-planned`, `step-due`, `step-waiting`: started; how the next step stands (see `PlanStep`).
 * - `dose-unknown`: started, and the last dose is only assumed. - `last-step-taken`: started, and no step is left.
 * - `left-plan`: the participant left the plan and stays in the follow-up. The team can bring the earlier state back.
 * - `ended`: the participant withdrew their consent. Agreeing again brings the earlier state back.
 */
export const PLAN_STATES = [
  'not-offered',
  'setting-up',
  'chosen',
  'step-planned',
  'step-due',
  'step-waiting',
  'dose-unknown',
  'last-step-taken',
  'left-plan',
  'ended',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export interface PlanFacts {
  user: Pick<User, 'randomise' | 'homestep' | 'consentAgree' | 'leftplan'>;
  /** The id of the schedule chosen, or null. */
  schedule: number | null;
  /** The first daily record is there. */
  isStarted: boolean;
  prescriptions: readonly Prescription[];
  /** Earlier servers send none. */
  doseReports?: readonly DoseReport[] | undefined;
}

/** The state of a plan on the person's own day (`YYYY-MM-DD`). */
export function planState(
  { user, schedule, isStarted, prescriptions, doseReports }: PlanFacts,
  today: string,
): PlanState {
  if (!user.randomise || user.homestep < HOME_STEP.plan) return 'not-offered';
  if (!user.consentAgree) return 'ended';
  if (user.leftplan) return 'left-plan';
  if (schedule === null) return 'setting-up';
  if (!isStarted) return 'chosen';
  if (doseReports && doseInForce(doseReports, today) === null) return 'dose-unknown';
  for (const { status } of planSteps(prescriptions, doseReports, today)) {
    if (status !== 'taken' && status !== 'passed') return `step-${status}`;
  }
  return 'last-step-taken';
}
