import type Router from '@koa/router';
import type { MikroORM } from '@mikro-orm/postgresql';

/** `/healthz`: the process answers. `/readyz`: it can serve, the database included. */
export function health(router: Router, orm: MikroORM): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    await orm.em.fork().execute('select 1');
    ctx.body = { status: 'ok' };
  });
}
