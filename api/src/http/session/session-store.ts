import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import type { SessionData } from './session-data.ts';

export const hashSessionKey = (key: string): string => createHash('sha256').update(key).digest('hex');

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
      const [row] = await em().execute<{ data: SessionData; expiresAt: string }[]>(
        'select data, expires_at as "expiresAt" from session where key_hash = ?',
        [hashSessionKey(key)],
      );
      if (!row) return undefined;
      if (Date.parse(row.expiresAt) <= now().getTime()) {
        noteEnd(ctx, row.data);
        return undefined;
      }
      if (expiry(row.data).getTime() - Date.parse(row.expiresAt) > TOUCH_AFTER_MS) {
        await em().execute('update session set expires_at = ? where key_hash = ?', [
          expiry(row.data),
          hashSessionKey(key),
        ]);
      }
      if (ctx) ctx.state.sessionKey = key;
      return row.data;
    },

    async set(key: string, data: SessionData, _maxAge: unknown, asked: Asked): Promise<void> {
      const { ctx } = asked;
      const values = [
        JSON.stringify(data, (field, value) => (field.startsWith('_') ? undefined : value)),
        data.participantId ?? null,
        data.staffId ?? data.awaitsCode?.staffId ?? null,
        expiry(data),
        hashSessionKey(key),
      ];
      // A session that was ended meanwhile, in another tab or by a withdrawal, must not come back to life here.
      const isStored = ctx?.state.sessionKey === key;
      await writer(asked).execute(
        isStored
          ? 'update session set data = ?, participant_id = ?, staff_id = ?, expires_at = ? where key_hash = ?'
          : 'insert into session (data, participant_id, staff_id, expires_at, key_hash) values (?, ?, ?, ?, ?)',
        values,
      );
      if (ctx) ctx.state.sessionKey = key;
    },

    async destroy(key: string, asked: Asked): Promise<void> {
      await writer(asked).execute('delete from session where key_hash = ?', [hashSessionKey(key)]);
    },
  };
}

/** Remembers for this request that a member of staff's session has run out, so that a page can say so. */
export function noteEnd(ctx: Context | undefined, { staffId, acting }: SessionData): void {
  if (ctx && staffId) ctx.state.endedSession = acting ? 'acting' : 'session';
}
