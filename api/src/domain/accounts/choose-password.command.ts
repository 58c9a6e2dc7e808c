import type { Context } from 'koa';
import type { EntityManager } from '../../platform/database/orm.ts';
import { hashPassword } from '../../platform/passwords/password.ts';
import { endSessionsOf, renewSession } from '../../platform/sessions/session.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endStaffSessions } from '../sessions/end-staff-sessions.ts';
import { type ResetAccount, useToken } from './password-reset-token.ts';

interface Choice {
  ctx: Context;
  account: ResetAccount;
  tokenHash: string;
  password: string;
  now: Date;
}

/**
 * Gives the account its new password, uses the token up and ends every session of the account, this browser's own
 * included. False when another request used the token first.
 */
export async function choosePassword(em: EntityManager, choice: Choice): Promise<boolean> {
  const { ctx, account, tokenHash, now } = choice;
  const { id } = account.person;
  const passwordHash = await hashPassword(choice.password);
  return em.transactional(async (tx) => {
    // Before the token, as whoever forgets the tokens of an account holds it.
    await tx.execute(`select 1 from ${account.kind} where id = ? for update`, [id]);
    if (!(await useToken(tx, tokenHash, now))) return false;
    await tx.execute(`update ${account.kind} set password_hash = ? where id = ?`, [passwordHash, id]);
    const origin = {
      actor: `${account.kind}:${id}`,
      onBehalfOf: null,
      subject: id,
      requestId: ctx.state.requestId as string,
      at: now,
    } as const;
    await recordAuditEvent(tx, 'password-reset.used', origin, {});
    const endSessions = account.kind === 'staff' ? endStaffSessions : endSessionsOf;
    await endSessions(tx, id, origin);
    await renewSession(ctx, now, {}, tx);
    return true;
  });
}
