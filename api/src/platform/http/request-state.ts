import type { Logger } from 'pino';
import type { EntityManager } from '../database/orm.ts';

/** What the middlewares put on a request before a route sees it. */
export interface RequestState {
  requestId: string;
  log: Logger;
  em: EntityManager;
  /** `staff:<id>`, `participant:<id>` or `visitor`; undefined for what needs no session. */
  actor?: string;
}
