import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { MethodNotAllowed } from '../errors/app-error.ts';

/** A route for any method, such as what answers every other address of a site, takes all of Node's. */
const MAX_METHODS = 5;

/** Rejects a method that the routes of a path do not take. Its routes may come later. */
export const rejectOtherMethods =
  (router: Router): Middleware =>
  async (ctx, next) => {
    const taken = router.stack
      .filter(({ methods }) => methods.length > 0 && methods.length < MAX_METHODS)
      .filter((layer) => layer.match(ctx.path))
      .flatMap(({ methods }) => methods);
    if (taken.length > 0 && !taken.includes(ctx.method)) throw new MethodNotAllowed(taken);
    await next();
  };
