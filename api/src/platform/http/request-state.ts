import type { Logger } from 'pino';
import type { EntityManager } from '../database/orm.ts';

/** What the middlewares put on a request before a route sees it. */
export interface RequestState {
  requestId: string;
  log: Logger;
  em: EntityManager;
  /** What begins once the request's transactions are over. The answer waits for what it returns, which does not reject. */
  afterwards: (() => void | Promise<void>)[];
  /** `staff:<id>`, `participant:<id>` or `visitor`; undefined for what needs no session. */
  actor?: string;
  /** The key of the session, whether it has a row, and the participant whose session the row said it was. */
  sessionKey: string;
  hasSessionRow: boolean;
  /** The key made for a browser that brought none, so that no row need be looked for. */
  newSessionKey?: string;
  sessionParticipant: string | null;
  /** When the session ends if nothing more is asked (ms since 1970). */
  sessionExpiresAt: number;
  /** In how many seconds it ends, its longest time and acting considered. */
  sessionSecondsLeft: () => number;
  /** What was saved of the session last in this request: the hash of its key and its data, as JSON. */
  savedSession?: string;
  /** The transaction that what is written of the session becomes part of. */
  sessionTransaction?: EntityManager;
  /** What ended without the member of staff's doing before this request. */
  endedSession?: 'session' | 'acting';
  /** The key of a session that ended while its member of staff acted in it. */
  lostActing?: string;
}

declare module 'koa' {
  interface DefaultState extends RequestState {}
}
