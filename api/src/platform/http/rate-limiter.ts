import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { TooManyRequests } from '../errors/app-error.ts';

/** Attempts allowed at once, and one more each `everyS` seconds. */
export interface Allowance {
  burst: number;
  everyS: number;
}

/** Counts the attempts of each key. */
export interface RateLimiter {
  /** Takes an attempt. False where none is left. */
  tryTake(key: string): Promise<boolean>;
  /** The same. Throws too-many-requests with the time to wait. */
  take(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
  /** Gives back every attempt. */
  reset(key: string): Promise<void>;
}

export interface LimiterDependencies {
  pool: pg.Pool;
  secret: string;
  now: () => Date;
}

/**
 * A row that says more than can be used up was written before the clock was set back, and does not count. A minute is
 * allowed for requests that waited for the row, and for replicas whose clocks differ.
 */
const USED_UNTIL = 'case when taken.expire > $2 + $4 + 60000 then $2 else greatest(taken.expire, $2) end';

/**
 * Makes limits that every API replica shares, counted in PostgreSQL by the generic cell rate algorithm: a row stores the
 * instant (ms) at which its whole allowance is there again. Its key is a keyed hash, so that the table names no address.
 */
export const rateLimiters =
  ({ pool, secret, now }: LimiterDependencies) =>
  (name: string, { burst, everyS }: Allowance): RateLimiter => {
    const everyMs = Math.round(everyS * 1000);
    const hash = (key: string): string => `${name} ${createHmac('sha256', secret).update(key).digest('hex')}`;
    const tryTake = async (key: string): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `insert into rate_limit as taken (key, expire) values ($1, $2::bigint + $3)
         on conflict (key) do update set expire = ${USED_UNTIL} + $3
         where ${USED_UNTIL} + $3 <= $2 + $4`,
        [hash(key), now().getTime(), everyMs, Math.floor(burst * everyMs)],
      );
      return rowCount === 1;
    };
    return {
      tryTake,
      async take(key) {
        if (await tryTake(key)) return;
        const { rows } = await pool.query<{ expire: string }>(
          'select expire from rate_limit where key = $1',
          [hash(key)],
        );
        const freeAt = Number(rows[0]?.expire ?? 0) + everyMs - burst * everyMs;
        throw new TooManyRequests(Math.max(1, Math.ceil((freeAt - now().getTime()) / 1000)));
      },
      async giveBack(key) {
        await pool.query('update rate_limit set expire = expire - $2 where key = $1', [hash(key), everyMs]);
      },
      async reset(key) {
        await pool.query('delete from rate_limit where key = $1', [hash(key)]);
      },
    };
  };
