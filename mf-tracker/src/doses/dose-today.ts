import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory, reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { type CourseStep, planCourse } from '@stepwise/shared-contracts/plan/plan-course';

/** Where a person stands with their dose today: what is known, and what they are asked. Doses in mg a day. */
export interface DoseToday {
  /** The dose in force; null while none is known. */
  dose: number | null;
  schedule: number | null;
  /** The last report is only assumed. */
  isUnknown: boolean;
  /** The person answered today. */
  isAnswered: boolean;
  /** More than the starting dose was reported. */
  hasStepped: boolean;
  /** Each step of the plan was taken, none was left out. */
  isCompleted: boolean;
  /** The step after the dose in force. */
  next: CourseStep | undefined;
  /** The first day that a dose can be reported from. */
  first: string;
  asked: {
    /** The doses that may be taken now besides the planned step. */
    doses: number[];
    /** The planned step that can be answered with: where it is due, or was when today's answer was given. */
    next: CourseStep | undefined;
    isDue: boolean;
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
  const nextOf = (known: typeof reports) =>
    planCourse(prescriptions, known, today).find(({ status }) => status !== 'taken' && status !== 'passed');
  const before = reportInForce(earlier, today) ?? inForce;
  const isUnknown = inForce.kind === 'assumed';
  const asked = nextOf(earlier);
  const isDue = !isUnknown && asked?.status === 'due';
  const known = doseHistory(reports).findLast(({ kind }) => kind !== 'assumed');
  return {
    dose: isUnknown ? null : inForce.dose,
    schedule: inForce.schedule,
    isUnknown,
    isAnswered: !isEarlier(inForce),
    hasStepped: doseHistory(reports).length > 1,
    isCompleted: planCourse(prescriptions, reports, today).every(({ status }) => status === 'taken'),
    next: nextOf(reports),
    first: before.day,
    asked: {
      doses: isUnknown && known && known.dose !== before.dose ? [known.dose, before.dose] : [before.dose],
      next: isDue ? asked : undefined,
      isDue,
    },
  };
}
