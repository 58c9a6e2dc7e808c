import { type DoseWords, doseText } from '../entities/dose-text.ts';
import type { DoseReport, PastPrescription, Prescription } from '../entities/plan.ts';
import { doseHistory } from '../plan/dose-reports.ts';
import { stepDay, stepsAhead } from '../plan/next-dose.ts';
import { planSteps } from '../plan/plan-steps.ts';
import type { CourseDose } from './course.ts';

export interface CoursePlan {
  prescriptions: readonly Prescription[];
  pastPrescriptions?: readonly PastPrescription[] | undefined;
  doseReports?: readonly DoseReport[] | undefined;
  schedule: number | null;
  schedules: readonly DoseWords[];
}

/** The doses of a course in the order of their dates: what was reported as taken by `today`, then what is planned. */
export function courseDoses(plan: CoursePlan, today: string): CourseDose[] {
  const { prescriptions, doseReports, schedule, schedules } = plan;
  if (doseReports === undefined) return dosesByDate(plan, today);
  const taken = doseHistory(doseReports)
    .filter(({ day }) => day <= today)
    .map((report): CourseDose => {
      const { day: date, dose, kind, step, schedule: own } = report;
      const row = prescriptions.find((each) => each.id === step && each.dose === dose);
      return {
        date,
        dose,
        label: doseText(dose, own, schedules),
        state: kind === 'assumed' ? 'assumed' : 'taken',
        planned: row ? (row.planned ?? row.date) : null,
      };
    });
  const steps = planSteps(prescriptions, doseReports, today);
  const planned = stepsAhead(steps).map((step): CourseDose => {
    const { date, dose } = step;
    const label = doseText(dose, schedule, schedules);
    return { date, dose, label, state: 'planned', planned: stepDay(steps, step) };
  });
  return [...taken, ...planned];
}

/** Of an earlier server, which knows no reports. */
function dosesByDate(
  { prescriptions, pastPrescriptions = [], schedule, schedules }: CoursePlan,
  today: string,
): CourseDose[] {
  return [...pastPrescriptions, ...prescriptions.map((step) => ({ ...step, schedule }))]
    .map(({ date, dose, schedule: own }): CourseDose => {
      const state = date > today ? 'planned' : 'assumed';
      return { date, dose, label: doseText(dose, own, schedules), state, planned: date };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
