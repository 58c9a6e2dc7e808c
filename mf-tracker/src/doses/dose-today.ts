import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory, reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { type NextDose, nextDose } from '@stepwise/shared-contracts/plan/next-dose';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';

/** Where a person stands with their dose today: what is known, and what they are asked. Doses in mg a day. */
export interface DoseToday {
  /** The dose in force; null while none is known. */
  dose: number | null;
  /** The day it was reported from. */
  since: string;
  schedule: number | null;
  /** The last report is only assumed. */
  isUnknown: boolean;
  /** The person answered today. */
  isAnswered: boolean;
  /** More than the starting dose was reported. */
  hasStepped: boolean;
  /** Each step of the plan was taken, none was left out. */
  isCompleted: boolean;
  /** The higher dose that was taken before the present one; undefined where there is none. */
  before: number | undefined;
  /** The first day that a dose can be reported from: none before the last answer. */
  first: string;
  asked: {
    /** The doses that may be taken now besides the planned step. */
    doses: number[];
    /** The step that is due, or was when today's answer was given. */
    next: NextDose | undefined;
  };
}

/** Null before there is a plan with a reported dose. `today` is the person's local day. */
export function doseToday(
  prescriptions: readonly Prescription[],
  reports: readonly DoseReport[] | undefined,
  today: string,
): DoseToday | null {
  const inForce = reportInForce(reports, today);
  if (!inForce || prescriptions.length === 0) return null;
  const isEarlier = ({ day, kind }: DoseReport) => day < today || kind === 'starting';
  // Today's answer is changed from where the day began.
  const earlier = reports?.filter(isEarlier);
  const start = reportInForce(earlier, today) ?? inForce;
  const isUnknown = inForce.kind === 'assumed';
  const next = nextDose(prescriptions, earlier, today);
  const history = doseHistory(reports);
  const known = history.findLast(({ kind }) => kind !== 'assumed');
  return {
    dose: isUnknown ? null : inForce.dose,
    since: history.at(-1)?.day ?? inForce.day,
    schedule: inForce.schedule,
    isUnknown,
    isAnswered: !isEarlier(inForce),
    hasStepped: history.length > 1,
    isCompleted: planSteps(prescriptions, reports, today).every(({ status }) => status === 'taken'),
    before: history.findLast(({ kind, dose }) => kind !== 'assumed' && dose > inForce.dose)?.dose,
    first: inForce.day,
    asked: {
      doses: isUnknown && known && known.dose !== start.dose ? [known.dose, start.dose] : [start.dose],
      next: !isUnknown && next?.status === 'due' ? next : undefined,
    },
  };
}
