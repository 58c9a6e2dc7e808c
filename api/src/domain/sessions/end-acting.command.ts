import type { Context } from 'koa';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { SessionData } from '../../platform/sessions/session-data.ts';
import { hashSessionKey, keyHashOf } from '../../platform/sessions/session-store.ts';
import { type AuditOrigin, lockAuditLog, recordAuditEvent } from '../audit/record-audit-event.ts';

/** The sessions in which acting ends: one session, or all of a member of staff or for a participant. */
interface ActingSessions {
  column: 'key_hash' | 'staff_id' | 'participant_id';
  value: string;
}

/** Who ended it, by which request and when. Nobody did where its time was up. */
export type ActingEnd = Pick<AuditOrigin, 'requestId' | 'at'> & { actor: AuditOrigin['actor'] | null };

interface Ended {
  staffId: string;
  participantId: string;
  /** Its time was up before, and no request had noticed. */
  ranOut: boolean;
}

/**
 * Ends acting and tells the trail so, in one transaction. The member of staff stays logged in, and the next page of the
 * team says that they act no more; what they searched for goes, as it does at log-out. However many requests ask for it at
 * once, one alone finds it and writes the event: it is looked for under the trail's lock. True where there was any.
 */
export async function endActing(
  tx: EntityManager,
  { column, value }: ActingSessions,
  { actor, requestId, at }: ActingEnd,
): Promise<boolean> {
  await lockAuditLog(tx);
  const ended = await tx.execute<Ended[]>(
    `with acting as (
       select key_hash, staff_id, participant_id,
         expires_at <= ? or (data->'acting'->>'until')::bigint <= ? as ran_out
       from session where ${column} = ? and staff_id is not null and participant_id is not null)
     update session s
     set data = (s.data - '{acting,participantId,participantFilter,auditFilter}'::text[]) || '{"ended": "acting"}',
       participant_id = null, survey_answers = '{}'
     from acting a where s.key_hash = a.key_hash
     returning a.staff_id as "staffId", a.participant_id as "participantId", a.ran_out as "ranOut"`,
    [at, at.getTime(), value],
  );
  for (const { staffId, participantId, ranOut } of ended) {
    const own = { actor: `staff:${staffId}`, onBehalfOf: participantId, subject: participantId } as const;
    if (ranOut || actor === null) {
      await recordAuditEvent(tx, 'acting.ended', { ...own, requestId, at }, { after: { byItself: true } });
    } else if (actor === own.actor) {
      await recordAuditEvent(tx, 'acting.ended', { ...own, requestId, at }, {});
    } else {
      const origin = { actor, onBehalfOf: null, subject: participantId, requestId, at };
      await recordAuditEvent(tx, 'acting.ended', origin, { after: { staffId } });
    }
  }
  return ended.length > 0;
}

/** Ends acting in the browser that asks. False where it does not act, or another request was first. */
export const endActingHere = (
  tx: EntityManager,
  ctx: Context,
  { staffId, now }: { staffId: string; now: Date },
): Promise<boolean> =>
  endActing(
    tx,
    { column: 'key_hash', value: keyHashOf(ctx) },
    { actor: `staff:${staffId}`, requestId: ctx.state.requestId as string, at: now },
  );

/**
 * Ends acting whose time is up, or whose session's is (`lostActing`), at the first request that comes after it. In the
 * first case the member of staff stays logged in.
 */
export async function endActingThatRanOut(
  em: EntityManager,
  ctx: Context,
  session: SessionData,
  now: Date,
): Promise<void> {
  const { lostActing } = ctx.state as { lostActing?: string };
  const isOver = session.acting !== undefined && session.acting.until <= now.getTime();
  if (!lostActing && !isOver) return;
  const value = lostActing ? hashSessionKey(lostActing) : keyHashOf(ctx);
  const requestId = ctx.state.requestId as string;
  await em.transactional((tx) =>
    endActing(tx, { column: 'key_hash', value }, { actor: null, requestId, at: now }),
  );
  if (!isOver) return;
  delete session.acting;
  delete session.participantId;
  session.ended = 'acting';
  ctx.state.sessionParticipant = null;
}
