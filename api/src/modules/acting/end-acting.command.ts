import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import type { SessionData } from '../../http/session/session-data.ts';
import { hashSessionKey } from '../../http/session/session-store.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';

/** Tells the trail that a member of staff no longer acts for a participant. The session is the caller's to change. */
export const recordActingEnded = (
  tx: EntityManager,
  ctx: Context,
  { staffId, participantId, now }: { staffId: string; participantId: string; now: Date },
): Promise<void> =>
  recordAuditEvent(
    tx,
    'acting.ended',
    {
      actor: `staff:${staffId}`,
      onBehalfOf: participantId,
      subject: participantId,
      requestId: ctx.state.requestId as string,
      at: now,
    },
    {},
  );

/**
 * Ends acting whose time is up, at the first request that comes after it. Of several requests at once one alone writes
 * the event. The member of staff stays logged in.
 */
export async function endActingThatRanOut(
  em: EntityManager,
  ctx: Context,
  session: SessionData,
  now: Date,
): Promise<void> {
  const { acting, staffId, participantId } = session;
  if (!acting || !staffId || !participantId || acting.until > now.getTime()) return;
  delete session.acting;
  delete session.participantId;
  session.ended = 'acting';
  await em.transactional(async (tx) => {
    const [ended] = await tx.execute<unknown[]>(
      `update session set data = (data - 'acting' - 'participantId') || '{"ended": "acting"}', participant_id = null, survey_answers = '{}'
       where key_hash = ? and participant_id is not null returning 1`,
      [hashSessionKey(ctx.state.sessionKey as string)],
    );
    if (ended) await recordActingEnded(tx, ctx, { staffId, participantId, now });
  });
}
