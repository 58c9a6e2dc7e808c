import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/**
 * Gives each request an id, and writes one line when it is answered: method, path, status, ms, and who asked by their id.
 * Never a body, a query, an address or a name. Paths hold no personal value; what follows /account/… may be a token and is left out.
 */
export const requestLog =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set('x-request-id', ctx.state.requestId);
    await next();
    const ms = Math.round(performance.now() - started);
    const path = ctx.path.replace(/^(\/account\/[^/]+\/).*/s, '$1…');
    ctx.state.log.info(
      { method: ctx.method, path, status: ctx.status, ms, actor: ctx.state.actor },
      'request',
    );
  };
