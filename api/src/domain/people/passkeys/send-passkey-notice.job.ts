import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';

/** Whose passkeys: one account's. */
export type PasskeyOwner = { participant: string } | { staff: string };
export type PasskeyChange = 'added' | 'removed';

/** What `sendPasskeyNotice` gets: nothing personal but an id. */
export const passkeyNoticeKey = (owner: PasskeyOwner, change: PasskeyChange): string =>
  [change, ...Object.entries(owner).flat()].join(' ');

/** Notifies the owner of an account that a passkey was added to it or removed. */
export async function sendPasskeyNotice(
  { db, content }: Operation,
  key: string,
  { mailer, publicUrl, staffAccountUrl }: Mailing,
): Promise<void> {
  const [change, kind, id = ''] = key.split(' ');
  const isStaff = kind === 'staff';
  const owner = await (isStaff ? db.findOne(Staff, { id }) : db.findOne(Participant, { id }));
  if (!owner?.email) return;
  const { passkeyAdded, passkeyRemoved } = content.mail;
  const link = isStaff ? staffAccountUrl : `${publicUrl}/contact`;
  await mailer.send(
    composeMessage(content, change === 'added' ? passkeyAdded : passkeyRemoved, { to: owner.email, link }),
  );
}
