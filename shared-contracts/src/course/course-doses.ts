import { doseText } from '../entities/dose-text.ts';
import type { PastPrescription, Prescription } from '../entities/plan.ts';
import type { CourseDose } from './course.ts';

interface PlanOfCourse {
  prescriptions: readonly Prescription[];
  pastPrescriptions?: readonly PastPrescription[] | undefined;
  schedule: number | null;
}

/** The doses of a course in the order of their dates: those in force by `today`, then those planned. */
export function courseDoses(plan: PlanOfCourse, today: string): CourseDose[] {
  const { prescriptions, pastPrescriptions = [], schedule } = plan;
  if (prescriptions.length === 0) return [];
  return [...pastPrescriptions, ...prescriptions.map((step) => ({ ...step, schedule }))]
    .map(({ date, dose, schedule: own }) => ({
      date,
      dose,
      label: doseText(dose, own),
      state: date > today ? ('planned' as const) : ('taken' as const),
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
