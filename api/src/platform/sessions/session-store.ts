import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { EntityManager } from '../database/orm.ts';
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
      const [row] = await em().execute<
        { data: SessionData; participantId: string | null; expiresAt: string }[]
      >(
        'select data, participant_id as "participantId", expires_at as "expiresAt" from session where key_hash = ?',
        [hashSessionKey(key)],
      );
      if (!row) return undefined;
      if (Date.parse(row.expiresAt) <= now().getTime()) {
        recordSessionEnd(ctx, key, row.data);
        return undefined;
      }
      const prolonged = expiry(row.data).getTime();
      const isProlonged = prolonged - Date.parse(row.expiresAt) > TOUCH_AFTER_MS;
      if (isProlonged) {
        await em().execute('update session set expires_at = ? where key_hash = ?', [
          expiry(row.data),
          hashSessionKey(key),
        ]);
      }
      rememberRow(ctx, key, row.participantId, isProlonged ? prolonged : Date.parse(row.expiresAt));
      return row.data;
    },

    async set(key: string, data: SessionData, _maxAge: unknown, asked: Asked): Promise<void> {
      const { ctx } = asked;
      const participantId = data.participantId ?? null;
      const values = [
        JSON.stringify(data, (field, value) => (field.startsWith('_') ? undefined : value)),
        participantId,
        data.staffId ?? data.awaitsCode?.staffId ?? null,
        expiry(data),
        hashSessionKey(key),
      ];
      // A session, or acting in it, that was ended meanwhile, in another tab or by a withdrawal, must not come back to
      // life here.
      if (ctx?.state.sessionKey === key) {
        await writer(asked).execute(
          `update session set data = ?, participant_id = ?, staff_id = ?, expires_at = ?
           where key_hash = ? and participant_id is not distinct from ?::uuid`,
          [...values, ctx.state.sessionParticipant],
        );
      } else {
        await writer(asked).execute(
          'insert into session (data, participant_id, staff_id, expires_at, key_hash) values (?, ?, ?, ?, ?)',
          values,
        );
      }
      rememberRow(ctx, key, participantId, expiry(data).getTime());
    },

    async destroy(key: string, asked: Asked): Promise<void> {
      await writer(asked).execute('delete from session where key_hash = ?', [hashSessionKey(key)]);
    },
  };
}

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
