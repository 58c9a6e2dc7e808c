import type { Context, Middleware } from 'koa';
import { isPage } from '../http/is-page.ts';
import type { Metrics } from './metrics.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** Counts and times each request under its route's template, never under its path. Wraps whatever answers. */
export const measureRequests =
  ({ requests, serverErrors }: Metrics): Middleware =>
  async (ctx, next) => {
    const stop = requests.startTimer();
    await next();
    const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
    if (ctx.status >= 500) serverErrors.inc();
    stop({ method, route: routeOf(ctx), status: ctx.status });
  };

/** `other` is what reached no route: a wrong address, or an earlier rejection. */
function routeOf(ctx: Context): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  if (/^\/(features|shell)\//.test(ctx.path)) return 'release file';
  return isPage(ctx.path) ? 'page' : 'other';
}
