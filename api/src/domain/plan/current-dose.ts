import type { Call } from '@stepwise/shared-contracts/calls/call';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import { findContentOf } from './find-plan-content.ts';
import { isStarted } from './is-started.ts';
import { findPrescriptions } from './prescriptions.ts';

type Request = Pick<ParticipantRequest<Call>, 'em' | 'participant' | 'services' | 'today'>;

/**
 * The dose (mg a day) that somebody whose plan has started takes today, 0 once it has ended, or null: before the first
 * daily record, before the first step, or on another medicine. A schedule changed midway goes on from here; laid from
 * the dose of the setup answers it would put the dose up again.
 */
export async function findCurrentDose(
  { em, participant, services, today }: Request,
  medicineId: number,
): Promise<number | null> {
  const { id, scheduleId } = participant;
  if (!scheduleId || findContentOf(services.content, scheduleId).medicine.id !== medicineId) return null;
  if (!(await isStarted(em, id))) return null;
  const { schedules } = services.content;
  const ofMedicine = participant.pastSteps.filter(
    (step) => schedules.find(({ id }) => id === step.schedule)?.medication === medicineId,
  );
  const steps = [...ofMedicine, ...(await findPrescriptions(em, id))];
  return steps.findLast(({ date }) => date <= today)?.dose ?? null;
}
