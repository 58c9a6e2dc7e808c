import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { query } from '../database/query.ts';
import type { SessionData } from './session-data.ts';

export const hashSessionKey = (key: string): string => hash('sha256', key);

/** The key of the row of the session that asks, which a visitor's may not have. */
export const keyHashOf = (ctx: Context): string => hashSessionKey(ctx.state.sessionKey);

/** koa-session names the request it asks for. */
interface Asked {
  ctx?: Context;
}

/** A session in use is prolonged this often, rather than at each request. */
const TOUCH_AFTER_MS = 60_000;

interface StoreSettings {
  em: () => EntityManager;
  now: () => Date;
  idleMs: (data: SessionData) => number;
  /** When a session ends however much it is used (ms since 1970). */
  absoluteEnd: (data: SessionData) => number;
  /** A visitor's session, which has no row until something is kept in it. */
  visitor: (key: string) => SessionData;
}

/**
 * koa-session's store, in PostgreSQL: every API replica sees the same sessions. While `renewSession` runs in a
 * transaction, what it writes is part of that.
 */
export function createSessionStore({ em, now, idleMs, absoluteEnd, visitor }: StoreSettings) {
  const expiry = (data: SessionData): Date => new Date(now().getTime() + idleMs(data));
  const writer = ({ ctx }: Asked): EntityManager =>
    (ctx?.state.sessionTransaction as EntityManager | undefined) ?? em();
  function beginVisitor(ctx: Context | undefined, key: string): SessionData {
    if (ctx) Object.assign(ctx.state, { sessionKey: key, hasSessionRow: false });
    return visitor(key);
  }
  return {
    async get(key: string, _maxAge: unknown, { ctx }: Asked): Promise<SessionData | undefined> {
      if (ctx?.state.newSessionKey === key) return beginVisitor(ctx, key);
      const keyHash = hashSessionKey(key);
      const row = await query(em())
        .selectFrom('session')
        .select(['data', 'participant_id', 'expires_at'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      const end = row && Math.min(row.expires_at.getTime(), absoluteEnd(row.data));
      if (row?.data.staffId && end && end <= now().getTime()) {
        recordSessionEnd(ctx, key, row.data);
        return undefined;
      }
      if (!row || !end || end <= now().getTime()) {
        if (row) await this.destroy(key, {});
        return beginVisitor(ctx, key);
      }
      const expiresAt = expiry(row.data);
      const isProlonged = expiresAt.getTime() - row.expires_at.getTime() > TOUCH_AFTER_MS;
      if (isProlonged) {
        await query(em())
          .updateTable('session')
          .set('expires_at', expiresAt)
          .where('key_hash', '=', keyHash)
          .execute();
      }
      rememberRow(ctx, key, row.participant_id, (isProlonged ? expiresAt : row.expires_at).getTime());
      return row.data;
    },

    async set(key: string, data: SessionData, _maxAge: unknown, asked: Asked): Promise<void> {
      const { ctx } = asked;
      const participantId = data.participantId ?? null;
      const key_hash = hashSessionKey(key);
      const text = withoutInternals(data);
      const saved = `${key_hash} ${text}`;
      // koa-session saves a session that was renewed once more at the end of its request.
      if (ctx?.state.savedSession === saved) return;
      const values = {
        data: sql<SessionData>`${text}`,
        participant_id: participantId,
        staff_id: data.staffId ?? data.awaitsCode?.staffId ?? null,
        device_id: data.deviceId ?? null,
        expires_at: expiry(data),
      };
      const db = query(writer(asked));
      // A session, or acting in it, that was ended meanwhile, in another tab or by a withdrawal, must not come back to
      // life here.
      if (ctx?.state.sessionKey === key && ctx.state.hasSessionRow) {
        await db
          .updateTable('session')
          .set(values)
          .where('key_hash', '=', key_hash)
          .where('participant_id', 'is not distinct from', ctx.state.sessionParticipant)
          .execute();
      } else
        await db
          .insertInto('session')
          .values({ key_hash, ...values })
          // Two requests at once may begin a visitor's row.
          .onConflict((conflict) =>
            conflict
              .column('key_hash')
              .doUpdateSet({
                data: sql<SessionData>`session.data || excluded.data`,
                expires_at: values.expires_at,
              })
              .where('session.participant_id', 'is', null)
              .where('session.staff_id', 'is', null),
          )
          .execute();
      rememberRow(ctx, key, participantId, expiry(data).getTime());
      if (ctx) ctx.state.savedSession = saved;
    },

    async destroy(key: string, asked: Asked): Promise<void> {
      // A visitor's session that kept nothing has no row.
      const { state } = asked.ctx ?? {};
      if (state?.sessionKey === key && !state.hasSessionRow) return;
      await query(writer(asked)).deleteFrom('session').where('key_hash', '=', hashSessionKey(key)).execute();
    },
  };
}

/** As JSON, without what koa-session keeps for itself. */
const withoutInternals = (data: SessionData): string =>
  JSON.stringify(data, (field, value) => (field.startsWith('_') ? undefined : value));

/** Remembers for this request which row its session is, whose the row said that it is, and until when (ms). */
function rememberRow(
  ctx: Context | undefined,
  key: string,
  participantId: string | null,
  expiresAt: number,
): void {
  if (ctx) {
    Object.assign(ctx.state, {
      sessionKey: key,
      hasSessionRow: true,
      sessionParticipant: participantId,
      sessionExpiresAt: expiresAt,
    });
  }
}

/** Remembers for this request that a member of staff's session has run out, so that a page and the audit log can say so. */
export function recordSessionEnd(
  ctx: Context | undefined,
  key: string,
  { staffId, acting, ended }: SessionData,
): void {
  if (!ctx || !staffId) return;
  ctx.state.endedSession = acting || ended === 'acting' ? 'acting' : 'session';
  if (acting) ctx.state.lostActing = key;
}
