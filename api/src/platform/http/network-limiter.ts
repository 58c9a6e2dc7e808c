import type { Allowance, RateLimiter } from './rate-limiter.ts';
import { toSubnets } from './to-subnet.ts';

type Limiter = (name: string, allowance: Allowance) => RateLimiter;

/** Counts what comes from an address, or of `account` from there, for each network of it. */
export interface NetworkLimiter {
  take(ip: string, account?: string): Promise<void>;
  tryTake(ip: string, account?: string): Promise<boolean>;
  giveBack(ip: string, account?: string): Promise<void>;
  reset(ip: string, account?: string): Promise<void>;
}

/** `factors` say how many times the allowance each network has, the narrowest first, as `toSubnets` lists them. */
export const networkLimiters =
  (limiter: Limiter) =>
  (name: string, { burst, everyS }: Allowance, factors: readonly number[]): NetworkLimiter => {
    const limiters = factors.map((factor, tier) =>
      limiter(tier === 0 ? name : `${name} ${tier}`, { burst: burst * factor, everyS: everyS / factor }),
    );
    const each = (ip: string, account = '') =>
      toSubnets(ip).flatMap((network, tier) => {
        const counted = limiters[tier];
        return counted ? [{ counted, key: account ? `${network} ${account}` : network }] : [];
      });
    return {
      async take(ip, account) {
        for (const { counted, key } of each(ip, account)) await counted.take(key);
      },
      async tryTake(ip, account) {
        for (const { counted, key } of each(ip, account)) if (!(await counted.tryTake(key))) return false;
        return true;
      },
      async giveBack(ip, account) {
        for (const { counted, key } of each(ip, account)) await counted.giveBack(key);
      },
      async reset(ip, account) {
        for (const { counted, key } of each(ip, account)) await counted.reset(key);
      },
    };
  };
