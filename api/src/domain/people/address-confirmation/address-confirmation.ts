import type { EntityManager } from '../../../platform/database/orm.ts';
import { hashToken } from '../../../platform/links/link-token.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { AddressConfirmation } from './address-confirmation.entity.ts';

export const CONFIRM_ADDRESS = '/account/confirm-address';

/** Whether the participant has opened a link that was sent to the address they have now. */
export async function isAddressConfirmed(
  em: EntityManager,
  { id, email }: Pick<Participant, 'id' | 'email'>,
): Promise<boolean> {
  return (
    email != null &&
    (await em.count(AddressConfirmation, { participant: id, email, confirmedAt: { $ne: null } })) > 0
  );
}

/**
 * Confirms the address that the link went to, once, and returns its participant, whose row is locked. Null for a link that
 * is worn out, replaced, or of an address that is not the participant's any more.
 */
export async function confirmByLink(op: Operation, token: string): Promise<Participant | null> {
  const key = { tokenHash: hashToken(token), expiresAt: { $gt: op.now } };
  const found = await op.db.findOne(AddressConfirmation, key);
  if (!found) return null;
  const participant = await lockParticipant(op.db, found.participant);
  const confirmation = await op.db.findOne(AddressConfirmation, key, { refresh: true });
  if (!confirmation || confirmation.email !== participant.email) return null;
  if (!confirmation.confirmedAt) {
    confirmation.confirmedAt = op.now;
    await op.db.flush();
    await op.audit('address.confirmed-by-link', participant.id, { after: { email: confirmation.email } });
  }
  return participant;
}
