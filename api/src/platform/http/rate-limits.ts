import { networkOf } from './network-of.ts';
import { type Allowance, type LimiterDependencies, rateLimiters } from './rate-limiter.ts';

export interface LogInAttempt {
  kind: 'participant' | 'staff';
  /** As typed, in lower case, whether or not it has an account. */
  email: string;
  ip: string;
  /** The mark of a browser in which the account has logged in before. */
  knownBrowser: string | null;
}

const MINUTE_S = 60;

/**
 * Attempts to log in: of one account from one network, of one network, and of one account from all networks; a browser in
 * which the account has logged in before has its own, whatever others use up.
 */
const LOG_IN: Record<LogInAttempt['kind'], Record<'here' | 'network' | 'account' | 'browser', Allowance>> = {
  participant: {
    here: { burst: 10, everyS: MINUTE_S },
    network: { burst: 200, everyS: 5 },
    account: { burst: 100, everyS: 10 },
    browser: { burst: 10, everyS: MINUTE_S },
  },
  staff: {
    here: { burst: 5, everyS: MINUTE_S },
    network: { burst: 50, everyS: 20 },
    account: { burst: 50, everyS: 20 },
    browser: { burst: 5, everyS: MINUTE_S },
  },
};

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The limits of attempts. They slow down what exceeds them, and throw too-many-requests with the time to wait. */
export function createRateLimits(dependencies: LimiterDependencies) {
  const limiter = rateLimiters(dependencies);
  const logInLimiters = (kind: LogInAttempt['kind']) => ({
    here: limiter(`${kind} log-in here`, LOG_IN[kind].here),
    network: limiter(`${kind} log-in network`, LOG_IN[kind].network),
    account: limiter(`${kind} log-in account`, LOG_IN[kind].account),
    browser: limiter(`${kind} log-in browser`, LOG_IN[kind].browser),
  });
  const logIn = { participant: logInLimiters('participant'), staff: logInLimiters('staff') };
  const proof = limiter('proof', { burst: 5, everyS: 3 * MINUTE_S });
  const resetHere = limiter('reset here', { burst: 5, everyS: 12 * MINUTE_S });
  const resetNetwork = limiter('reset network', { burst: 100, everyS: 36 });
  const resetAccount = limiter('reset account', { burst: 20, everyS: 3 * MINUTE_S });
  const knownAddress = limiter('known address', { burst: 10, everyS: 15 * MINUTE_S });
  const lookUpNotice = limiter('look-up notice', { burst: 1, everyS: 24 * 60 * MINUTE_S });
  const confirmation = limiter('questionnaire confirmation', { burst: 5, everyS: 10 * MINUTE_S });
  const addressConfirmation = limiter('address confirmation', { burst: 3, everyS: 5 * MINUTE_S });
  const ofNetwork = (name: string, allowance: Allowance) => {
    const { take } = limiter(name, allowance);
    return (ip: string): Promise<void> => take(networkOf(ip));
  };
  const here = ({ ip, email }: Pick<LogInAttempt, 'ip' | 'email'>): string => `${networkOf(ip)} ${email}`;
  return {
    /** Takes an attempt before the password is checked. */
    async logIn(attempt: LogInAttempt): Promise<void> {
      const { kind, email, ip, knownBrowser } = attempt;
      const limits = logIn[kind];
      if (knownBrowser) return limits.browser.take(knownBrowser);
      await limits.here.take(here(attempt));
      await limits.network.take(networkOf(ip));
      await limits.account.take(email);
    },
    /** Gives it back once the password was right. */
    async loggedIn(attempt: LogInAttempt): Promise<void> {
      const { kind, email, ip, knownBrowser } = attempt;
      const limits = logIn[kind];
      if (knownBrowser) return limits.browser.reset(knownBrowser);
      await limits.here.reset(here(attempt));
      await limits.network.giveBack(networkOf(ip));
      await limits.account.giveBack(email);
    },
    /** A password or a code that is asked for again, by the account's id. */
    proof: (accountId: string) => proof.take(accountId),
    proved: (accountId: string) => proof.reset(accountId),
    /** Whether a message may be sent, which the answer does not say. */
    async mayAskForReset(ip: string, email: string): Promise<boolean> {
      return (
        (await resetHere.tryTake(here({ ip, email }))) &&
        (await resetNetwork.tryTake(networkOf(ip))) &&
        (await resetAccount.tryTake(email))
      );
    },
    /** Before an address is looked up at sign-up or for other details. */
    lookUpAddress: (ip: string) => knownAddress.take(networkOf(ip)),
    /** Gives it back: a network may find few addresses that have an account, and any number that have none. */
    lookedUpUnknownAddress: (ip: string) => knownAddress.giveBack(networkOf(ip)),
    mayNotifyOfLookUp: (participantId: string) => lookUpNotice.tryTake(participantId),
    /** Whether so many participants confirmed their questionnaires from a network lately that the team looks first. */
    isConfirmationBurst: async (ip: string): Promise<boolean> => !(await confirmation.tryTake(networkOf(ip))),
    /** A link to confirm the address, by the participant's id. */
    addressConfirmation: (participantId: string) => addressConfirmation.take(participantId),
    passkey: ofNetwork('passkey', { burst: 200, everyS: 5 }),
    signUp: ofNetwork('sign-up', { burst: 200, everyS: 20 }),
    monthReminder: ofNetwork('month reminder', { burst: 50, everyS: 72 }),
    releaseReport: ofNetwork('release report', { burst: 100, everyS: 36 }),
    release: ofNetwork('release', { burst: 200, everyS: 5 }),
  };
}
