import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseReport, Prescription as PrescriptionShown } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import { presentedPlan } from '@stepwise/shared-contracts/plan/plan-steps';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { readValues, subquery } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { selectDoseReports } from './dose-reports.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { Prescription } from './prescription.entity.ts';

/** The dated steps of a participant's plan, in order. */
export const findPrescriptions = (em: EntityManager, participant: string): Promise<Prescription[]> =>
  em.find(Prescription, { participant }, { orderBy: { planned: 'asc', date: 'asc', id: 'asc' } });

type Step = Omit<Prescription, 'participant'>;

/** The dated steps as the contract has them. */
export const planOf = (rows: readonly Step[]): PrescriptionShown[] =>
  rows.map(({ id, date, dose, note, days, prepare, preparedOn, talkedOn, planned, current }) => ({
    id,
    date,
    dose,
    note,
    days,
    ...(prepare && { prepare, prepared: preparedOn !== null }),
    ...(talkedOn !== null && { talked: true }),
    planned: planned ?? date,
    current,
  }));

/** The dated steps in order, and what was reported of them: values for `readValues`. */
export const selectPlan = (participant: string) => ({
  plan: jsonArrayFrom(
    subquery
      .selectFrom('prescription')
      .select([
        'id',
        'date',
        'dose',
        'note',
        'days',
        'prepare',
        'prepared_on as preparedOn',
        'talked_on as talkedOn',
        'planned',
        'current',
      ])
      .where('participant_id', '=', participant)
      .orderBy('planned')
      .orderBy('date')
      .orderBy('id'),
  ),
  doseReports: selectDoseReports(participant),
});

/** The plan on the person's own day, what was reported of it, and what was taken besides its steps. */
export function presentPlan(
  { plan, doseReports }: { plan: readonly Step[]; doseReports: DoseReport[] },
  today: string,
): Pick<AllData, 'prescriptions' | 'pastPrescriptions' | 'doseReports'> {
  const prescriptions = presentedPlan(planOf(plan), doseReports, today);
  return { prescriptions, pastPrescriptions: takenBesides(prescriptions, doseReports, today), doseReports };
}

export const findPlan = async ({ db, today }: Operation, participant: string) =>
  presentPlan(await readValues(db, selectPlan(participant)), today);

/**
 * For features that know no reports: each change of dose that is no step of the plan, so that the last entry of both
 * lists by date is the dose in force.
 */
function takenBesides(
  prescriptions: readonly PrescriptionShown[],
  reports: readonly DoseReport[],
  today: string,
) {
  const isStep = ({ day, dose, kind, step }: DoseReport) =>
    prescriptions.some(
      (row) =>
        row.id === step && row.dose === dose && (row.date === day || (kind === 'starting' && row.current)),
    );
  return doseHistory(reports)
    .filter((report) => report.day <= today && !isStep(report))
    .map(({ day, dose, schedule }) => ({ date: day, dose, schedule }));
}

/** Replaces the plan. `current` is the index of the step in force, or -1. */
export async function replacePrescriptions(
  em: EntityManager,
  participant: string,
  plan: readonly ScheduledDose[],
  current: number,
): Promise<Prescription[]> {
  const before = await findPrescriptions(em, participant);
  await em.nativeDelete(Prescription, { participant });
  for (const row of before) em.getUnitOfWork().unsetIdentity(row);
  const prescriptions = plan.map((row, index) =>
    em.create(Prescription, { participant, ...row, planned: row.date, current: index === current }),
  );
  await em.flush();
  return prescriptions;
}
