import type Router from '@koa/router';
import type { EntityManager } from '../database/orm.ts';

interface HealthSources {
  em: () => EntityManager;
  canShowPages: () => Promise<boolean>;
  /** Aborted when the server is asked to stop. */
  stopping: AbortSignal;
}

/** No participant's data; it needs room on the disk and a server that takes changes. */
const WRITE = `insert into rate_limit (key, points, expire) values ('readyz', 0, 0)
  on conflict (key) do update set points = 0`;

/**
 * `/livez`, and `/healthz` as it was called before: the process answers, so a release can be brought. `/readyz`: it can
 * show pages, which takes a database that takes changes and a live shell, and is not about to stop: 503 otherwise.
 */
export function health(router: Router, { em, canShowPages, stopping }: HealthSources): void {
  router.get(['/livez', '/healthz'], (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    await em().execute(WRITE);
    const obstacle = stopping.aborted ? 'stopping' : (await canShowPages()) ? null : 'no shell';
    if (obstacle) ctx.status = 503;
    ctx.body = { status: obstacle ?? 'ok' };
  });
}
