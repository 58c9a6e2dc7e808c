import { notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { findFollowUps } from './find-follow-ups.ts';
import { ContactAttempt } from './follow-up.entities.ts';

/**
 * Saves how a member of staff tried to reach a participant about a follow-up. An attempt whose id is known was sent twice
 * and is saved once. Throws not-found, and not-allowed where the participant stopped the follow-up.
 */
export const addContactAttempt = (
  op: Operation,
  participantId: string,
  attempt: Pick<ContactAttempt, 'id' | 'months' | 'channel' | 'outcome' | 'note' | 'staff'>,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    const known = await findFollowUps(op, participantId);
    if (!known.some(({ months }) => months === attempt.months)) throw notFound();
    if (participant.dataConsent) throw notAllowed('This person wants no more contact.');
    if ((await op.db.count(ContactAttempt, { id: attempt.id })) > 0) return;
    op.db.create(ContactAttempt, { ...attempt, participant: participantId, at: op.now });
    await op.db.flush();
    const { months, channel, outcome, note } = attempt;
    await op.audit('contact-attempt.added', participantId, { after: { months, channel, outcome, note } });
  });
