import type { DoseReport, Prescription } from '../entities/plan.ts';
import { type PlanStep, planSteps } from './plan-steps.ts';

/** The next dose of a plan, with the one day that every page, document and mail gives for it. */
export interface NextDose {
  step: PlanStep;
  /** The day it is planned for, past where it is due; null where it waits for one. */
  day: string | null;
  status: 'planned' | 'due' | 'waiting';
}

/** Not taken and not passed. */
const isAhead = ({ status }: PlanStep): boolean => status !== 'taken' && status !== 'passed';

/** From which day a step was taken, or is planned; null for one that waits and those after it, which have no day. */
export function stepDay(steps: readonly PlanStep[], { status, date, plannedFrom }: PlanStep): string | null {
  const isPlanned = status === 'planned' && steps.some((step) => step.status === 'waiting');
  if (status === 'waiting' || isPlanned) return null;
  return status === 'due' ? plannedFrom : date;
}

/** The steps ahead that have a day: none from one that waits on. */
export function stepsAhead(steps: readonly PlanStep[]): PlanStep[] {
  return steps.filter((step) => isAhead(step) && stepDay(steps, step) !== null);
}

/** Undefined where no step is left. `today` is the person's own day. */
export function nextDose(
  plan: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
): NextDose | undefined {
  const steps = planSteps(plan, reports, today);
  const step = steps.find(isAhead);
  if (!step) return undefined;
  return { step, day: stepDay(steps, step), status: step.status as NextDose['status'] };
}
