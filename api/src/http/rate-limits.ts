import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error.ts';

const QUARTER_HOUR_S = 15 * 60;

export interface RateLimits {
  /** Counts one try. Throws too-many-requests when there were too many. */
  logIn(address: string, email: string): Promise<void>;
  /** Forgives the failed tries for this account. */
  loggedIn(email: string): Promise<void>;
  signUp(address: string): Promise<void>;
}

/** Limits that every API replica shares, counted in PostgreSQL. Addresses are kept for as long as they count. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  const logInByAccount = limiter('log-in-account', 10, QUARTER_HOUR_S);
  const logInByAddress = limiter('log-in-address', 200, QUARTER_HOUR_S);
  const signUpByAddress = limiter('sign-up-address', 200, 4 * QUARTER_HOUR_S);
  return {
    logIn: async (address, email) => {
      await consume(logInByAddress, address);
      await consume(logInByAccount, email);
    },
    loggedIn: async (email) => {
      await logInByAccount.delete(email);
    },
    signUp: (address) => consume(signUpByAddress, address),
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError('too-many-requests', 'There were too many tries. Please wait a quarter of an hour.');
  }
}
