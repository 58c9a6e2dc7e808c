import { createHmac, randomBytes } from 'node:crypto';
import { REMEMBERED_FOR, SESSION_ENDS_IN } from '@stepwise/shared-contracts/calls/session-header';
import Keygrip from 'keygrip';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { type CreateSessionOptions, createSession } from 'koa-session';
import type { Config } from '../config/config.ts';
import type { EntityManager } from '../database/orm.ts';
import { cookieName } from './cookies.ts';
import { deviceCookieOf, setDeviceCookie } from './device-cookie.ts';
import { actorOf, type SessionData } from './session-data.ts';
import { createSessionStore, hashSessionKey, keyHashOf, recordSessionEnd } from './session-store.ts';

/** koa-session's object behind `ctx.session`. */
type StoredSession = SessionData & { save(): Promise<void>; regenerate(): Promise<void> };

export const sessionOf = (ctx: Context): SessionData => ctx.session as SessionData;

/** What each answer says of its session: when it ends, and how long this browser stays logged in. */
export function sessionHeaders(ctx: Context): Record<string, string> {
  const { participantId, staffId, keptUntil, deviceEnded } = sessionOf(ctx);
  const left = String(ctx.state.sessionSecondsLeft());
  return {
    ...((participantId || staffId) && { [SESSION_ENDS_IN]: left }),
    ...(keptUntil ? { [REMEMBERED_FOR]: left } : deviceEnded && { [REMEMBERED_FOR]: '0' }),
  };
}

/** What a session forgets when it is renewed. */
const REPLACED = [
  'participantId',
  'deviceId',
  'keptUntil',
  'loggedInAt',
  'deviceEnded',
  'challenge',
  'staffId',
  'browser',
  'secondFactor',
  'awaitsCode',
  'newSecret',
  'ended',
  'acting',
  'survey',
  'participantFilter',
  'auditFilter',
  'passwordReset',
  'preview',
] as const;

const SESSION = 'stepwise.session';
export const sessionCookie = (config: Pick<Config, 'secureCookies'>): string => cookieName(SESSION, config);
const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Whether the browser asks for the service worker's script, as it does on its own some time after a page was opened. Its
 * answer sets no cookie: it may arrive after the next page's and replace the session whose token that page's forms hold.
 */
const isForWorker = (ctx: Context): boolean => ctx.get('service-worker') === 'script';

interface SessionDependencies {
  config: Config;
  /** The first signs the cookie and a visitor's token. */
  secrets: readonly [string, ...string[]];
  em: () => EntityManager;
  now: () => Date;
  /** Ends acting whose time is up in the session with this hash of its key. */
  endLapsedActing: (ctx: Context, keyHash: string) => Promise<unknown>;
  /** Begins a session where the browser's token of a device that stays logged in is good. */
  resume: (ctx: Context) => Promise<void>;
}

/**
 * Sessions with an idle and an absolute time-out. A visitor's is a signed cookie, and a CSRF token made from it (a signed
 * double-submit cookie); it gets a row once something is kept in it. The token's cookie is set whenever the browser's
 * differs. `newVisitor` begins one for a page that nothing of it is read or kept for, in a browser that has no cookie yet.
 */
export function sessions(
  app: Koa,
  { config, secrets, em, now, endLapsedActing, resume }: SessionDependencies,
): { session: Middleware; newVisitor: Middleware } {
  app.keys = new Keygrip([...secrets], 'sha256');
  const sessionName = sessionCookie(config);
  const cookie = {
    httpOnly: true,
    signed: true,
    overwrite: true,
    sameSite: 'lax',
    secure: config.secureCookies,
  } as const;
  const absoluteEnd = ({ startedAt, staffId }: SessionData): number =>
    startedAt + (staffId ? config.staffAbsoluteMs : config.sessionAbsoluteMs);
  const secondsLeft = (ctx: Context, session: SessionData): number => {
    const actingEnd = session.acting?.until ?? Number.POSITIVE_INFINITY;
    const end = session.keptUntil ?? Math.min(ctx.state.sessionExpiresAt, absoluteEnd(session), actingEnd);
    return Math.max(Math.floor((end - now().getTime()) / 1000), 0);
  };
  const visitor = (key: string): SessionData => ({
    startedAt: now().getTime(),
    csrfToken: createHmac('sha256', secrets[0]).update(`csrf ${key}`).digest('base64url'),
  });
  const options: CreateSessionOptions = {
    ...cookie,
    key: sessionName,
    externalKey: {
      get(ctx: Context) {
        const given = ctx.cookies.get(sessionName, cookie);
        if (given) return given;
        const key = newToken();
        ctx.state.newSessionKey = key;
        if (!isForWorker(ctx)) ctx.cookies.set(sessionName, key, cookie);
        return key;
      },
      set: (ctx: Context, key: string) => ctx.cookies.set(sessionName, key, cookie),
    },
    // The cookie goes with the browser's session; how long the session lasts is the store's to say.
    maxAge: 'session',
    genid: newToken,
    store: createSessionStore({
      em,
      now,
      idleMs: ({ staffId }) => (staffId ? config.staffIdleMs : config.sessionIdleMs),
      absoluteEnd,
      visitor,
    }),
    valid(ctx: Context, data: SessionData) {
      // The setting may have changed since acting began.
      const lacksFactor = data.acting && !data.secondFactor && config.staffSecondFactor === 'required';
      if (lacksFactor) recordSessionEnd(ctx, ctx.state.sessionKey, data);
      return !lacksFactor;
    },
  };
  const koaSession = createSession(options, app);
  const tokenName = cookieName('csrftoken', config);
  const setTokenCookie = (ctx: Context, { csrfToken }: SessionData): void => {
    if (isForWorker(ctx) || ctx.cookies.get(tokenName) === csrfToken) return;
    ctx.cookies.set(tokenName, csrfToken, {
      httpOnly: false,
      signed: false,
      sameSite: 'lax',
      secure: config.secureCookies,
    });
  };
  const begin: Middleware = async (ctx, next) => {
    const session = ctx.session as StoredSession;
    // A member of staff's session has ended, which the next page says.
    if (!session.csrfToken) {
      const { endedSession: ended } = ctx.state;
      Object.assign(session, { startedAt: now().getTime(), csrfToken: newToken(), ...(ended && { ended }) });
      // Saved before the answer: the next call of the same page may overtake this one's end.
      await session.save();
    }
    const { lostActing } = ctx.state;
    const isOver = session.acting !== undefined && session.acting.until <= now().getTime();
    if (lostActing || isOver)
      await endLapsedActing(ctx, lostActing ? hashSessionKey(lostActing) : keyHashOf(ctx));
    if (isOver) {
      delete session.acting;
      delete session.participantId;
      session.ended = 'acting';
      ctx.state.sessionParticipant = null;
    }
    const hasToken = deviceCookieOf(ctx, config) !== '';
    if (hasToken && actorOf(session) === 'visitor') await resume(ctx);
    ctx.state.sessionSecondsLeft = () => secondsLeft(ctx, session);
    const actor = actorOf(session);
    try {
      await next();
    } finally {
      // Who logs in is named as well, and who logs out.
      ctx.state.actor = actor === 'visitor' ? actorOf(session) : actor;
      ctx.set(sessionHeaders(ctx));
      if (hasToken && !session.keptUntil) setDeviceCookie(ctx, config, null);
      // After errors too: a page that sent an old token gets the new one with its error.
      setTokenCookie(ctx, session);
    }
  };
  return {
    session: (ctx, next) => koaSession(ctx, () => begin(ctx, next) as Promise<void>),
    newVisitor(ctx, next) {
      const sessionKey = newToken();
      const session = visitor(sessionKey);
      Object.assign(ctx.state, { sessionKey, hasSessionRow: false, actor: 'visitor' });
      Object.defineProperty(ctx, 'session', { value: session });
      ctx.cookies.set(sessionName, sessionKey, cookie);
      setTokenCookie(ctx, session);
      return next();
    },
  };
}

/** Gives a visitor's session its row, before something is saved beside its data. */
export async function keepSession(ctx: Context): Promise<void> {
  if (!ctx.state.hasSessionRow) await (ctx.session as StoredSession).save();
}

/** All that a renewed session knows; it brings `startedAt` where the absolute time-out counts on. */
export type RenewedSession = Omit<SessionData, 'startedAt' | 'csrfToken'> & { startedAt?: number };

/** Gives the browser a new session id, and ends the session it had. The change is part of the transaction `tx`. */
export async function replaceSession(
  ctx: Context,
  now: Date,
  data: RenewedSession,
  tx: EntityManager,
): Promise<void> {
  const session = ctx.session as StoredSession;
  for (const key of REPLACED) delete session[key];
  Object.assign(session, { startedAt: now.getTime() }, data, { csrfToken: newToken() });
  ctx.state.sessionTransaction = tx;
  try {
    await session.regenerate();
  } finally {
    delete ctx.state.sessionTransaction;
  }
}
