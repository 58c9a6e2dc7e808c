import { notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from './lock-participant.ts';

/**
 * Sets a participant's own link to the questionnaire, or removes it (null). Throws not-found, and not-allowed after a
 * withdrawal.
 */
export const setQuestionnaireLink = (
  op: Operation,
  participantId: string,
  link: string | null,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    if (participant.dataConsent) throw notAllowed('This person no longer takes part.');
    const before = participant.redcapLink ?? null;
    if (before === link) return;
    participant.redcapLink = link;
    await op.db.flush();
    await op.audit('questionnaire-link.changed', participantId, {
      before: { link: before },
      after: { link },
    });
  });
