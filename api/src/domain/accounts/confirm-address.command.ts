import { notAllowed } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import { findUnconfirmedAddress } from './unconfirmed-address.ts';

/**
 * Lets links for a new password go to an address that somebody else of the team gave the account while acting. Confirming
 * it twice is harmless. Throws not-found, and not-allowed for whoever changed it and for an address that is another by now.
 */
export async function confirmAddress(
  request: StaffRequest,
  participantId: string,
  email: string,
): Promise<void> {
  await request.em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    if (participant.email !== email) throw notAllowed('The email address was changed again meanwhile.');
    const unconfirmed = await findUnconfirmedAddress(tx, participant);
    if (!unconfirmed) return;
    if (unconfirmed.changedBy.includes(request.staff.id))
      throw notAllowed('You changed this email address. Another manager has to confirm it.');
    await recordAuditEvent(tx, 'address.confirmed', originOf(request, participantId), { after: { email } });
  });
}
