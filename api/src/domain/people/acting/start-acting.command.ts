import { notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import { endActingIn } from '../sessions/end-acting.command.ts';
import { lockStaff } from '../team/second-factor.command.ts';
import { ACTING_MINUTES } from './acting-rules.ts';

interface Acting {
  participantId: string;
  reason: string;
  /** The hash of the key of the session that acting begins in. */
  sessionKeyHash: string;
}

/**
 * Starts acting for a participant, once the session's acting for another has ended. Returns the instant (ms) that it
 * ends. The participant's row is locked, so that a withdrawal at the same moment either rejects this or ends it. Throws
 * not-found, and not-allowed for a participant who withdrew.
 */
export const startActing = (
  op: Operation,
  staffId: string,
  { participantId, reason, sessionKeyHash }: Acting,
): Promise<number> =>
  inTransaction(op, async (op) => {
    const until = op.now.getTime() + ACTING_MINUTES * 60_000;
    const participant = await lockParticipant(op.db, participantId);
    if (participant.dataConsent)
      throw notAllowed('This participant no longer takes part, so the team cannot act for them.');
    if (!(await lockStaff(op.db, staffId))) throw notAllowed('You are no longer on the team.');
    await endActingIn(op, sessionKeyHash);
    const after = { reason, until: new Date(until).toISOString() };
    await { ...op, onBehalfOf: participantId }.audit('acting.started', participantId, { after });
    return until;
  });
