import { notAllowed } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from './lock-participant.ts';

/** Gives a participant a link of their own, or takes it away (null). Throws not-found, and not-allowed after a withdrawal. */
export async function setQuestionnaireLink(
  request: StaffRequest,
  participantId: string,
  link: string | null,
): Promise<void> {
  await request.em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    if (participant.dataConsent) throw notAllowed('This person no longer takes part.');
    const before = participant.redcapLink ?? null;
    if (before === link) return;
    participant.redcapLink = link;
    await tx.flush();
    await recordAuditEvent(tx, 'questionnaire-link.changed', originOf(request, participantId), {
      before: { link: before },
      after: { link },
    });
  });
}
