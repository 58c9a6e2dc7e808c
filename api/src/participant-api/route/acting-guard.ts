import type { Context, Middleware } from 'koa';
import { lockAuditLog } from '../../domain/core/audit/record-audit-event.ts';
import { SessionRow } from '../../domain/people/sessions/session.entity.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { type AppError, notLoggedIn } from '../../platform/errors/app-error.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { PARTICIPANTS } from '../../request/team-paths.ts';

/**
 * The error of a call without a log-in. A browser whose acting ended is sent to the team's pages, which say so, rather
 * than to the participants' log-in.
 */
export function notLoggedInError(ctx: Context): AppError {
  const { staffId, participantId, acting, ended } = sessionOf(ctx);
  if (acting || (!participantId && (staffId || ended === 'acting'))) ctx.set('location', PARTICIPANTS);
  return notLoggedIn();
}

/**
 * Rejects what a member of staff still does in a participant's place when acting has ended since the request began. Under
 * the audit log's lock, so that nothing follows the end of acting in the log.
 */
export async function checkStillActing(tx: EntityManager, ctx: Context): Promise<void> {
  const { acting, participantId } = sessionOf(ctx);
  if (!acting) return;
  await lockAuditLog(tx);
  const stillActing = await tx.count(SessionRow, { keyHash: keyHashOf(ctx), participant: participantId });
  if (stillActing === 0) throw notLoggedInError(ctx);
}

/** Redirects a browser that asks for a participant's page after acting ended, until a page has said so. */
export const redirectAfterActing: Middleware = async (ctx, next) => {
  if (ctx.method === 'GET' && sessionOf(ctx).ended === 'acting') return seeOther(ctx, PARTICIPANTS);
  await next();
};
