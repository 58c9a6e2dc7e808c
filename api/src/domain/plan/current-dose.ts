import type { Operation } from '../operation/operation.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { findContentOf } from './find-plan-content.ts';
import { isStarted } from './is-started.ts';
import { findPrescriptions } from './prescriptions.ts';

/**
 * The dose (mg a day) that a participant whose plan has started takes today, 0 once it has ended, or null: before the
 * first daily record, before the first step, or on another medicine. A schedule changed midway goes on from here; one
 * generated from the dose of the setup answers would put the dose up again.
 */
export async function findCurrentDose(
  { db, content, today }: Operation,
  { id, scheduleId, pastSteps }: Participant,
  medicineId: number,
): Promise<number | null> {
  if (!scheduleId || findContentOf(content, scheduleId).medicine.id !== medicineId) return null;
  if (!(await isStarted(db, id))) return null;
  const ofMedicine = pastSteps.filter(
    (step) => content.schedules.find(({ id }) => id === step.schedule)?.medication === medicineId,
  );
  const steps = [...ofMedicine, ...(await findPrescriptions(db, id))];
  return steps.findLast(({ date }) => date <= today)?.dose ?? null;
}
