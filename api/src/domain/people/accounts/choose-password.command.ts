import { query } from '../../../platform/database/query.ts';
import { hashPassword } from '../../../platform/passwords/password.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { removePasskeys } from '../passkeys/passkeys.command.ts';
import { endParticipantSessions, endStaffSessions } from '../sessions/end-sessions.ts';
import { type ResetAccount, useToken } from './password-reset-token.ts';

interface Choice {
  account: ResetAccount;
  tokenHash: string;
  password: string;
}

/**
 * Gives the account its new password, uses the token up, removes the account's passkeys and ends its sessions: a link
 * by mail is how an owner takes an account back. Returns the password's
 * hash, or null when another request used the token first.
 */
export async function choosePassword(
  op: Operation,
  { account: { kind, person }, tokenHash, password }: Choice,
): Promise<string | null> {
  const { id } = person;
  const passwordHash = await hashPassword(password);
  return inTransaction({ ...op, actor: `${kind}:${id}` }, async (op) => {
    // Before the token, in the order in which all tokens of an account are erased.
    await query(op.db).selectFrom(kind).select('id').where('id', '=', id).forUpdate().execute();
    if (!(await useToken(op.db, tokenHash, op.now))) return null;
    await query(op.db).updateTable(kind).set('password_hash', passwordHash).where('id', '=', id).execute();
    await op.audit('password-reset.used', id, {});
    await removePasskeys(op, kind === 'staff' ? { staff: id } : { participant: id });
    const endSessions = kind === 'staff' ? endStaffSessions : endParticipantSessions;
    await endSessions(op, id);
    return passwordHash;
  });
}
