import type Router from '@koa/router';
import type { EntityManager } from '../database/orm.ts';

interface HealthSources {
  em: () => EntityManager;
  canShowPages: () => Promise<boolean>;
  /** Is aborted when the server was told to stop. */
  stopping: AbortSignal;
}

/**
 * `/livez`, and `/healthz` as it was called before: the process answers, so a release can be brought. `/readyz`: it can
 * show pages, which takes the database and a live shell, and is not about to stop: 503 otherwise.
 */
export function health(router: Router, { em, canShowPages, stopping }: HealthSources): void {
  router.get(['/livez', '/healthz'], (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    await em().execute('select 1');
    const obstacle = stopping.aborted ? 'stopping' : (await canShowPages()) ? null : 'no shell';
    if (obstacle) ctx.status = 503;
    ctx.body = { status: obstacle ?? 'ok' };
  });
}
