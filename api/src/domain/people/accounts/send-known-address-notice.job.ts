import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../participants/participant.entity.ts';

/** Notifies a participant that their address was entered for another account. */
export async function sendKnownAddressNotice(
  { db, content }: Operation,
  participantId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  const participant = await db.findOne(Participant, { id: participantId });
  if (!participant?.email) return;
  const link = `${publicUrl}/login`;
  await mailer.send(composeMessage(content, content.mail.knownAddress, { to: participant.email, link }));
}
