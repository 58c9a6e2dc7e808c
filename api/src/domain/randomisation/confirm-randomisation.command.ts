import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { notYet } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { randomiseParticipant } from './randomise-participant.command.ts';

/** The questionnaire is confirmed, and nobody has drawn yet. */
export const awaitsRandomisation = ({
  homeStep,
  questionnaireConfirmedAt,
  dataConsent,
}: Participant): boolean =>
  homeStep === HOME_STEP.questionnaire && questionnaireConfirmedAt != null && dataConsent == null;

/**
 * A member of staff draws for a participant who waits. The participant's row is locked, so that of several who press at
 * once, or of the participant and a member of staff, one draws and the others find it done. Throws not-found and not-yet.
 */
export async function confirmRandomisation(request: StaffRequest, id: string): Promise<void> {
  const { em, services, now } = request;
  await em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, id);
    if (participant.homeStep > HOME_STEP.questionnaire) return;
    if (!awaitsRandomisation(participant)) throw notYet('This participant does not wait for the draw.');
    await randomiseParticipant({
      em: tx,
      participant,
      services,
      now,
      audit: (type, values) => recordAuditEvent(tx, type, originOf(request, id), values),
    });
  });
}
