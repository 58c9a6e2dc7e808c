import type Router from '@koa/router';
import type { MikroORM } from '@mikro-orm/postgresql';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database included, and is not about to stop: 503
 * otherwise.
 */
export function health(router: Router, orm: MikroORM, stopping: AbortSignal): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    if (stopping.aborted) {
      ctx.status = 503;
      ctx.body = { status: 'stopping' };
      return;
    }
    await orm.em.fork().execute('select 1');
    ctx.body = { status: 'ok' };
  });
}
