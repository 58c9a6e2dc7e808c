import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { Participant } from '../participants/participant.entity.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { Prescription } from './prescription.entity.ts';

/** The dated steps of a participant's plan, in order. */
export const findPrescriptions = (em: EntityManager, participant: string): Promise<Prescription[]> =>
  em.find(Prescription, { participant }, { orderBy: { date: 'asc', id: 'asc' } });

/** The plan in force, and what was taken before it. */
export const presentPlan = (
  { pastSteps }: Participant,
  prescriptions: readonly Prescription[],
): Pick<AllData, 'prescriptions' | 'pastPrescriptions'> => ({
  prescriptions: prescriptions.map(({ id, date, dose, note, days }) => ({ id, date, dose, note, days })),
  pastPrescriptions: pastSteps,
});

/** Replaces the plan. The same plan again is left as it is. */
export async function replacePrescriptions(
  em: EntityManager,
  participant: string,
  plan: readonly ScheduledDose[],
): Promise<Prescription[]> {
  const current = await findPrescriptions(em, participant);
  if (isSamePlan(current, plan)) return current;
  await em.nativeDelete(Prescription, { participant });
  for (const row of current) em.getUnitOfWork().unsetIdentity(row);
  const prescriptions = plan.map((row) => em.create(Prescription, { participant, ...row }));
  await em.flush();
  return prescriptions;
}

function isSamePlan(current: readonly Prescription[], plan: readonly ScheduledDose[]): boolean {
  return (
    current.length === plan.length &&
    plan.every((row, index) => {
      const other = current[index];
      return (
        other?.date === row.date &&
        other.dose === row.dose &&
        other.days === row.days &&
        other.note === row.note
      );
    })
  );
}
