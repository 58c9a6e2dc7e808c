import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';

const QUARTER_HOUR_S = 15 * 60;

export interface RateLimits {
  /** Counts one try. Throws too-many-requests when there were too many. */
  logIn(address: string, email: string): Promise<void>;
  /** Forgives the failed tries for this account. */
  loggedIn(email: string): Promise<void>;
  signUp(address: string): Promise<void>;
  staffLogIn(address: string, email: string): Promise<void>;
  staffLoggedIn(email: string): Promise<void>;
  /** A password or a code that a member of staff gives again, by their id. */
  staffProof(staffId: string): Promise<void>;
  staffProved(staffId: string): Promise<void>;
  passwordReset(address: string, email: string): Promise<void>;
  monthReminder(address: string): Promise<void>;
  releaseReport(address: string): Promise<void>;
  release(address: string): Promise<void>;
}

/**
 * Limits that every API replica shares, counted in PostgreSQL. What is counted lies there as a keyed hash, so that the
 * table tells nobody's address and no name is too long for it.
 */
export function createRateLimits(pool: pg.Pool, secret: string): RateLimits {
  const hide = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
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
  const staffLogInByAccount = limiter('staff-log-in-account', 5, QUARTER_HOUR_S);
  const staffLogInByAddress = limiter('staff-log-in-address', 50, QUARTER_HOUR_S);
  const staffProofByAccount = limiter('staff-proof', 5, QUARTER_HOUR_S);
  const resetByAccount = limiter('reset-account', 5, 4 * QUARTER_HOUR_S);
  const resetByAddress = limiter('reset-address', 100, 4 * QUARTER_HOUR_S);
  const reminderByAddress = limiter('reminder-address', 50, 4 * QUARTER_HOUR_S);
  const reportByAddress = limiter('report-address', 100, 4 * QUARTER_HOUR_S);
  const releaseByAddress = limiter('release-address', 200, QUARTER_HOUR_S);
  return {
    logIn: async (address, email) => {
      await consume(logInByAddress, hide(address));
      await consume(logInByAccount, hide(email));
    },
    loggedIn: async (email) => {
      await logInByAccount.delete(hide(email));
    },
    signUp: (address) => consume(signUpByAddress, hide(address)),
    staffLogIn: async (address, email) => {
      await consume(staffLogInByAddress, hide(address));
      await consume(staffLogInByAccount, hide(email));
    },
    staffLoggedIn: async (email) => {
      await staffLogInByAccount.delete(hide(email));
    },
    staffProof: (staffId) => consume(staffProofByAccount, hide(staffId)),
    staffProved: async (staffId) => {
      await staffProofByAccount.delete(hide(staffId));
    },
    passwordReset: async (address, email) => {
      await consume(resetByAddress, hide(address));
      await consume(resetByAccount, hide(email));
    },
    monthReminder: (address) => consume(reminderByAddress, hide(address)),
    releaseReport: (address) => consume(reportByAddress, hide(address)),
    release: (address) => consume(releaseByAddress, hide(address)),
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const minutes = Math.ceil(error.msBeforeNext / 60_000);
    throw new AppError(
      'too-many-requests',
      `There were too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    );
  }
}
