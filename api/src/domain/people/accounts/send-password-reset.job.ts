import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { hashToken, newLinkToken } from '../../../platform/links/link-token.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
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
 * event already. The link's token is made here and stored as its hash only, so that only the message has it.
 */
export async function sendPasswordReset(
  op: Operation,
  requestId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  const { db, content, now } = op;
  const request = await db.findOne(PasswordResetRequest, { id: requestId });
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
  // After the mail server, which may be slow: a withdrawal waits for these locks, and every save for the audit log's.
  await inTransaction({ ...op, actor: 'visitor', requestId }, async (op) => {
    // Accounts before the request, in the order in which a withdrawal erases them.
    const left = [];
    for (const each of sent) if (await lockAccount(op.db, each.account)) left.push(each);
    if ((await op.db.nativeDelete(PasswordResetRequest, { id: requestId })) === 0) return;
    for (const { account, token } of left) {
      await keepNewestToken(op.db, account, token, expiresAt);
      if (!staffId) await op.audit('password-reset.sent', account.id, {});
    }
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

/** Keeps an account that is left from being erased. False for one that is gone. */
async function lockAccount(db: EntityManager, { column, id }: Account): Promise<boolean> {
  const table = column === 'staff_id' ? 'staff' : 'participant';
  return (
    (await query(db).selectFrom(table).select('id').where('id', '=', id).forKeyShare().execute()).length > 0
  );
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
