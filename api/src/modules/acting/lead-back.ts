import type { Context, Middleware } from 'koa';
import { sessionOf } from '../../http/session/session.ts';
import { PARTICIPANTS } from '../admin/navigation.ts';
import { seeOther } from '../admin/staff-request.ts';

/**
 * Where a browser belongs whose acting ended by itself: with the team's pages, which say so, rather than with the
 * participants' log-in. Undefined for everybody else.
 */
export function placeAfterActing(ctx: Context): string | undefined {
  const { staffId, participantId, ended } = sessionOf(ctx);
  return !participantId && (staffId || ended === 'acting') ? PARTICIPANTS : undefined;
}

/** Sends a browser back that asks for a page of the participants' product after acting ended, until it was told so. */
export const leadBackAfterActing: Middleware = async (ctx, next) => {
  if (ctx.method === 'GET' && sessionOf(ctx).ended === 'acting') return seeOther(ctx, PARTICIPANTS);
  await next();
};
