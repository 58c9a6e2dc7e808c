import { query } from '../../../platform/database/query.ts';
import { hashToken, newLinkToken } from '../../../platform/links/link-token.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Participant } from '../participants/participant.entity.ts';
import { CONFIRM_ADDRESS, isAddressConfirmed } from './address-confirmation.ts';

/** A participant may read their mail after some days; a new link is one press away. */
const VALID_MS = 7 * 86_400_000;

/**
 * Sends a link by which a participant confirms their address. Only the newest link works. The token is made here and stored
 * as its hash only, so that only the message has it.
 */
export async function sendAddressConfirmation(
  op: Operation,
  participantId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async (op) => {
    const { db, content, now } = op;
    const participant = await db.findOne(Participant, { id: participantId });
    if (!participant?.email || (await isAddressConfirmed(db, participant))) return;
    const { email } = participant;
    const token = newLinkToken();
    const link = `${publicUrl}${CONFIRM_ADDRESS}/${token}`;
    await mailer.send(composeMessage(content, content.mail.addressConfirmation, { to: email, link }));
    // After the mail server, which may be slow: the audit log's lock delays every save. The participant before the token,
    // in the order in which a withdrawal erases them.
    const left = await query(db)
      .selectFrom('participant')
      .select('id')
      .where('id', '=', participantId)
      .forKeyShare()
      .executeTakeFirst();
    if (!left) return;
    await db.execute(
      `insert into address_confirmation (participant_id, email, token_hash, expires_at) values (?, ?, ?, ?)
       on conflict (participant_id) do update set email = excluded.email, token_hash = excluded.token_hash,
         expires_at = excluded.expires_at, confirmed_at = null`,
      [participantId, email, hashToken(token), new Date(now.getTime() + VALID_MS)],
    );
    await op.audit('address-confirmation.sent', participantId, {});
  });
}
