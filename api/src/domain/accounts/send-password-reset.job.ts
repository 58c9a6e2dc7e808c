import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../platform/database/orm.ts';
import { hashToken, newLinkToken } from '../../platform/links/link-token.ts';
import { composeMessage } from '../mail/compose-message.ts';
import type { Mailing } from '../mail/mailing.ts';
import { inTransaction, type Operation } from '../operation/operation.ts';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';
import { PasswordResetRequest } from './password-reset.entities.ts';
import { PASSWORD_RESET } from './password-reset-token.ts';
import { findUnconfirmedAddress } from './unconfirmed-address.ts';

const VALID_MS = 60 * 60_000;
/** A manager's message may wait for its reader over a weekend. */
const STAFF_VALID_MS = 72 * VALID_MS;

type Account = { column: 'participant_id' | 'staff_id'; id: string };

/**
 * Answers one request for a new password: a link for each account of the address, or none where it has none or may not be
 * the participant's; or a link for the one member of staff whom a manager asked to choose a password, which has its audit
 * event already. The link's token is made here and stored as its hash alone, so that only the message has it.
 */
export async function sendPasswordReset(
  op: Operation,
  requestId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  await inTransaction({ ...op, actor: 'visitor', requestId }, async (op) => {
    const { db, content, now } = op;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const request = await db.findOne(PasswordResetRequest, { id: requestId }, lock);
    if (!request) return;
    const { email, staff: staffId } = request;
    const words = staffId ? content.mail.staffPassword : content.mail.passwordReset;
    const accounts = staffId ? [{ column: 'staff_id' as const, id: staffId }] : await findAccounts(db, email);
    const expiresAt = new Date(now.getTime() + (staffId ? STAFF_VALID_MS : VALID_MS));
    const sent: { account: Account; token: string }[] = [];
    for (const account of accounts) {
      const token = newLinkToken();
      const link = `${publicUrl}${PASSWORD_RESET}/${token}`;
      await mailer.send(composeMessage(content, words, { to: email, link }));
      sent.push({ account, token });
    }
    // After the mail server, which may be slow: the audit log's lock delays every save.
    for (const { account, token } of sent) {
      await keepNewestToken(db, account, token, expiresAt);
      if (!staffId) await op.audit('password-reset.sent', account.id, {});
    }
    await db.nativeDelete(PasswordResetRequest, { id: requestId });
  });
}

async function findAccounts(db: EntityManager, email: string): Promise<Account[]> {
  const found = await db.findOne(Participant, { email });
  const participant = found && !(await findUnconfirmedAddress(db, found)) ? found : null;
  const staff = await db.findOne(Staff, { email });
  return [
    ...(participant ? [{ column: 'participant_id' as const, id: participant.id }] : []),
    ...(staff ? [{ column: 'staff_id' as const, id: staff.id }] : []),
  ];
}

async function keepNewestToken(
  db: EntityManager,
  { column, id }: Account,
  token: string,
  expiresAt: Date,
): Promise<void> {
  await db.execute(
    `insert into password_reset_token (token_hash, ${column}, expires_at) values (?, ?, ?)
     on conflict (${column}) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [hashToken(token), id, expiresAt],
  );
}
