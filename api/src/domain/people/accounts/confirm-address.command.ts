import { notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import { findUnconfirmedAddress } from './unconfirmed-address.ts';

/**
 * Confirms an address that another member of staff gave the account while acting, so that links for a new password are
 * sent to it. Confirming it twice is harmless. Throws not-found, and not-allowed for a member of staff who changed it and
 * for an address that was changed again.
 */
export const confirmAddress = (
  op: Operation,
  participantId: string,
  { email, staffId }: { email: string; staffId: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    if (participant.email !== email) throw notAllowed('The email address was changed again meanwhile.');
    const unconfirmed = await findUnconfirmedAddress(op.db, participant);
    if (!unconfirmed) return;
    if (unconfirmed.changedBy.includes(staffId))
      throw notAllowed('You changed this email address. Another manager has to confirm it.');
    await op.audit('address.confirmed', participantId, { after: { email } });
  });
