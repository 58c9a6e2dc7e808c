import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import type { SessionData } from './session-data.ts';

export const hashSessionKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** koa-session names the request it asks for. */
interface Asked {
  ctx?: Context;
}

/** koa-session's store, in PostgreSQL: every API replica sees the same sessions. */
export function createSessionStore(em: () => EntityManager, now: () => Date) {
  return {
    async get(key: string, _maxAge: unknown, { ctx }: Asked): Promise<SessionData | undefined> {
      const [row] = await em().execute<{ data: SessionData }[]>(
        'select data from session where key_hash = ? and expires_at > ?',
        [hashSessionKey(key), now()],
      );
      if (row && ctx) ctx.state.sessionKey = key;
      return row?.data;
    },

    async set(key: string, data: SessionData, maxAgeMs: number, { ctx }: Asked): Promise<void> {
      const values = [
        JSON.stringify(data),
        data.participantId ?? null,
        data.staffId ?? null,
        new Date(now().getTime() + maxAgeMs),
        hashSessionKey(key),
      ];
      // A session that was ended meanwhile, in another tab or by a withdrawal, must not come back to life here.
      const isStored = ctx?.state.sessionKey === key;
      await em().execute(
        isStored
          ? 'update session set data = ?, participant_id = ?, staff_id = ?, expires_at = ? where key_hash = ?'
          : 'insert into session (data, participant_id, staff_id, expires_at, key_hash) values (?, ?, ?, ?, ?)',
        values,
      );
      if (ctx) ctx.state.sessionKey = key;
    },

    async destroy(key: string): Promise<void> {
      await em().execute('delete from session where key_hash = ?', [hashSessionKey(key)]);
    },
  };
}
