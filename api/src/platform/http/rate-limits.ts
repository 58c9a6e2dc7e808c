import { type NetworkLimiter, networkLimiters } from './network-limiter.ts';
import { type Allowance, type LimiterDependencies, type RateLimiter, rateLimiters } from './rate-limiter.ts';

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
 * How often a network may do what one line may, then the wider ones around it (`toSubnets`): about as often where guesses
 * at one person or address are counted, and more often where many people share it.
 */
const GUESSES = [1, 1.5, 2];
const PEOPLE = [1, 2, 4];

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

/**
 * What takes the server long, and how much of each kind a person may ask for; a network has at least twenty times as much,
 * since a clinic's people share an address.
 */
const WORK = {
  /** A new password: its estimate and its hash. */
  password: { burst: 10, everyS: 30 },
  /** A PDF or a table of one participant's data. */
  document: { burst: 20, everyS: 6 },
  /** A file of the whole trial, or the audit log's verification. */
  export: { burst: 10, everyS: MINUTE_S },
  /** A participant's page rendered by the server. */
  render: { burst: 60, everyS: 2 },
  /** A team's release, by its package. */
  upload: { burst: 60, everyS: 10 },
} satisfies Record<string, Allowance>;
const WORK_OF_NETWORKS = [20, 40, 80];

/** Who asks for work: a participant, a member of staff or a package by its id, if any is known. */
export interface Asker {
  person?: string | undefined;
  ip: string;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The limits of attempts. They slow down what exceeds them, and throw too-many-requests with the time to wait. */
export function createRateLimits(dependencies: LimiterDependencies) {
  const limiter = rateLimiters(dependencies);
  const ofNetworks = networkLimiters(limiter);
  const logInLimiters = (kind: LogInAttempt['kind']) => ({
    here: ofNetworks(`${kind} log-in here`, LOG_IN[kind].here, GUESSES),
    network: ofNetworks(`${kind} log-in network`, LOG_IN[kind].network, PEOPLE),
    account: limiter(`${kind} log-in account`, LOG_IN[kind].account),
    browser: limiter(`${kind} log-in browser`, LOG_IN[kind].browser),
  });
  const logIn = { participant: logInLimiters('participant'), staff: logInLimiters('staff') };
  const proof = limiter('proof', { burst: 5, everyS: 3 * MINUTE_S });
  const resetHere = ofNetworks('reset here', { burst: 5, everyS: 12 * MINUTE_S }, GUESSES);
  const resetNetwork = ofNetworks('reset network', { burst: 100, everyS: 36 }, PEOPLE);
  const resetAccount = limiter('reset account', { burst: 20, everyS: 3 * MINUTE_S });
  const knownAddress = ofNetworks('known address', { burst: 10, everyS: 15 * MINUTE_S }, GUESSES);
  const lookUpNotice = limiter('look-up notice', { burst: 1, everyS: 24 * 60 * MINUTE_S });
  const confirmation = ofNetworks('questionnaire confirmation', { burst: 5, everyS: 10 * MINUTE_S }, GUESSES);
  const addressConfirmation = limiter('address confirmation', { burst: 3, everyS: 5 * MINUTE_S });
  const ofNetwork = (name: string, allowance: Allowance) => {
    const { take } = ofNetworks(name, allowance, PEOPLE);
    return (ip: string): Promise<void> => take(ip);
  };
  const work = Object.fromEntries(
    Object.entries(WORK).map(([kind, allowance]) => [
      kind,
      {
        person: limiter(`work ${kind}`, allowance),
        network: ofNetworks(`work ${kind} network`, allowance, WORK_OF_NETWORKS),
      },
    ]),
  ) as Record<keyof typeof WORK, { person: RateLimiter; network: NetworkLimiter }>;
  return {
    /** Before work that takes the server long. */
    async work(kind: keyof typeof WORK, { person, ip }: Asker): Promise<void> {
      if (person) await work[kind].person.take(person);
      await work[kind].network.take(ip);
    },
    /** The same for work that can be left out. */
    async mayWork(kind: keyof typeof WORK, { person, ip }: Asker): Promise<boolean> {
      return (!person || (await work[kind].person.tryTake(person))) && work[kind].network.tryTake(ip);
    },
    /** Takes an attempt before the password is checked. */
    async logIn(attempt: LogInAttempt): Promise<void> {
      const { kind, email, ip, knownBrowser } = attempt;
      const limits = logIn[kind];
      if (knownBrowser) return limits.browser.take(knownBrowser);
      await limits.here.take(ip, email);
      await limits.network.take(ip);
      await limits.account.take(email);
    },
    /** Gives it back once the password was right. */
    async loggedIn(attempt: LogInAttempt): Promise<void> {
      const { kind, email, ip, knownBrowser } = attempt;
      const limits = logIn[kind];
      if (knownBrowser) return limits.browser.reset(knownBrowser);
      await limits.here.reset(ip, email);
      await limits.network.giveBack(ip);
      await limits.account.giveBack(email);
    },
    /** A password or a code that is asked for again, by the account's id. */
    proof: (accountId: string) => proof.take(accountId),
    proved: (accountId: string) => proof.reset(accountId),
    /** Whether a message may be sent, which the answer does not say. */
    async mayAskForReset(ip: string, email: string): Promise<boolean> {
      return (
        (await resetHere.tryTake(ip, email)) &&
        (await resetNetwork.tryTake(ip)) &&
        (await resetAccount.tryTake(email))
      );
    },
    /** Before an address is looked up at sign-up or for other details. */
    lookUpAddress: (ip: string) => knownAddress.take(ip),
    /** Gives it back: a network may find few addresses that have an account, and any number that have none. */
    lookedUpUnknownAddress: (ip: string) => knownAddress.giveBack(ip),
    mayNotifyOfLookUp: (participantId: string) => lookUpNotice.tryTake(participantId),
    /** Whether too many confirmed their questionnaires from one network lately, so that the team checks first. */
    isConfirmationBurst: async (ip: string): Promise<boolean> => !(await confirmation.tryTake(ip)),
    /** A link to confirm the address, by the participant's id. */
    addressConfirmation: (participantId: string) => addressConfirmation.take(participantId),
    passkey: ofNetwork('passkey', { burst: 200, everyS: 5 }),
    signUp: ofNetwork('sign-up', { burst: 200, everyS: 20 }),
    monthReminder: ofNetwork('month reminder', { burst: 50, everyS: 72 }),
    /** A visible page asks four times a minute. */
    openPage: ofNetwork('open page', { burst: 1_000, everyS: 0.1 }),
    releaseReport: ofNetwork('release report', { burst: 100, everyS: 36 }),
    release: ofNetwork('release', { burst: 200, everyS: 5 }),
  };
}
