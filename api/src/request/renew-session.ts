import type { Context } from 'koa';
import { lockAuditLog } from '../domain/audit/record-audit-event.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { endActingIn } from '../domain/sessions/end-acting.command.ts';
import { type RenewedSession, replaceSession, sessionOf } from '../platform/sessions/session.ts';
import { keyHashOf } from '../platform/sessions/session-store.ts';

/** Gives the browser a new session in the operation's transaction, as at log-in and around acting, and ends acting in it. */
export async function renewSession(ctx: Context, op: Operation, data: RenewedSession): Promise<void> {
  const { staffId } = sessionOf(ctx);
  // Two that end one another's sessions do so in turn.
  await lockAuditLog(op.db);
  if (staffId) await endActingIn({ ...op, actor: `staff:${staffId}` }, keyHashOf(ctx));
  await replaceSession(ctx, op.now, data, op.db);
}
