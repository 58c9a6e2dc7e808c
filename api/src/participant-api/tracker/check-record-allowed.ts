import type { PlanState } from '@stepwise/shared-contracts/plan/plan-state';
import { checkPlanAllows } from '../../domain/care/plan/plan-state.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { Stop } from '../../domain/people/participants/stop.entity.ts';
import { findConsentDemand } from '../../domain/trial/consent/consent-demand.ts';
import { notYet } from '../../platform/errors/app-error.ts';

/**
 * The state of the plan that a check-up made at an instant (ISO 8601; now where it is not given) is recorded in. Throws what
 * the table of states gives for it. One that was made before the participant left the plan is taken whenever it arrives, and
 * so is one before the day from which a new consent form, while it is not agreed to, stops the recording.
 */
export async function checkRecordAllowed(
  op: Operation,
  participant: Participant,
  recordedAt: string | undefined,
): Promise<PlanState> {
  const madeAt = recordedAt === undefined ? op.now : new Date(recordedAt);
  const { id, homeStep, randomise, consentAgree, scheduleId } = participant;
  const left =
    participant.leftPlanOn &&
    (await op.db.findOne(Stop, { participant: id, degree: 'plan' }, { orderBy: { id: 'desc' } }));
  const leftPlanOn = left && madeAt < left.stoppedAt ? null : participant.leftPlanOn;
  const demand = await findConsentDemand(op, participant, madeAt);
  if (demand?.stopsRecording) throw notYet('A new version of the consent form comes first.');
  return checkPlanAllows(op, { id, homeStep, randomise, consentAgree, scheduleId, leftPlanOn }, 'saveRecord');
}
