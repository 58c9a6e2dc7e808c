import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { query } from '../database/query.ts';
import type { SessionData } from './session-data.ts';

export const hashSessionKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The key of the row of the session that asks. */
export const keyHashOf = (ctx: Context): string => hashSessionKey(ctx.state.sessionKey);

/** koa-session names the request it asks for. */
interface Asked {
  ctx?: Context;
}

/** A session in use is prolonged this often, rather than at each request. */
const TOUCH_AFTER_MS = 60_000;

/**
 * koa-session's store, in PostgreSQL: every API replica sees the same sessions. While `renewSession` runs in a
 * transaction, what it writes is part of that.
 */
export function createSessionStore(
  em: () => EntityManager,
  now: () => Date,
  idleMs: (data: SessionData) => number,
) {
  const expiry = (data: SessionData): Date => new Date(now().getTime() + idleMs(data));
  const writer = ({ ctx }: Asked): EntityManager =>
    (ctx?.state.sessionTransaction as EntityManager | undefined) ?? em();
  return {
    async get(key: string, _maxAge: unknown, { ctx }: Asked): Promise<SessionData | undefined> {
      const keyHash = hashSessionKey(key);
      const row = await query(em())
        .selectFrom('session')
        .select(['data', 'participant_id', 'expires_at'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.expires_at <= now()) {
        recordSessionEnd(ctx, key, row.data);
        return undefined;
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
      const values = {
        data: sql<SessionData>`${withoutInternals(data)}`,
        participant_id: participantId,
        staff_id: data.staffId ?? data.awaitsCode?.staffId ?? null,
        expires_at: expiry(data),
      };
      const db = query(writer(asked));
      // A session, or acting in it, that was ended meanwhile, in another tab or by a withdrawal, must not come back to
      // life here.
      if (ctx?.state.sessionKey === key) {
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
          .execute();
      rememberRow(ctx, key, participantId, expiry(data).getTime());
    },

    async destroy(key: string, asked: Asked): Promise<void> {
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
