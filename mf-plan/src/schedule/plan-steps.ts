import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';
import { doseHistory, reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import { type PlanStep, planSteps } from '@stepwise/shared-contracts/plan/plan-steps';

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
  return step.days === 0 ? '' : `for ${step.days} ${step.days === 1 ? 'day' : 'days'}`;
}

/** The steps that can be drawn: none that was passed, and none that waits for a day or comes after one that does. */
export function stepsWithDay(
  steps: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
): readonly Prescription[] {
  const standing = planSteps(steps, reports, today);
  return standing.filter((step) => step.status !== 'passed' && stepDay(standing, step) !== null);
}

/** The prescriptions list as it is shown. */
export interface PlanList {
  /** The steps taken before the one in force. */
  done: PlanStep[];
  /** The step in force, where it is known, then those planned. */
  ahead: PlanStep[];
  /** The first of `ahead` is the dose in force. */
  hasCurrent: boolean;
}

/** The steps by what was reported. A dose in force that is no step of the plan stands first, as one. */
export function planList(
  steps: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
): PlanList {
  const standing = planSteps(steps, reports, today);
  const isReported = (row: PlanStep) =>
    row.current || reports?.some(({ step, kind }) => step === row.id && kind !== 'assumed');
  const taken = standing.filter((row) => row.status === 'taken' && isReported(row));
  const planned = standing.filter(({ status }) => status !== 'taken' && status !== 'passed');
  const report = reportInForce(reports, today);
  const last = taken.at(-1);
  if (report?.kind === 'assumed') return { done: taken, ahead: planned, hasCurrent: false };
  if (!report) return { done: [], ahead: [...taken, ...planned], hasCurrent: true };
  if (report.dose === last?.dose) {
    // Who went back up takes it again since a later day than the first time.
    const since = doseHistory(reports).at(-1)?.day ?? last.date;
    const current = since > last.date ? { ...last, date: since } : last;
    return { done: taken.slice(0, -1), ahead: [current, ...planned], hasCurrent: true };
  }
  const other: PlanStep = {
    id: 0,
    date: report.day,
    dose: report.dose,
    note: '',
    days: 0,
    status: 'taken',
    plannedFrom: report.day,
  };
  return { done: taken, ahead: [other, ...planned], hasCurrent: true };
}

/** Every dose of a plan is a whole day's: two times a day share it. */
export const timesText = (timesperday: TimesPerDay): string =>
  timesperday === 2 ? 'in two parts each day' : 'once a day';
