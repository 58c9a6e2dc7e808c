import type Router from '@koa/router';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import { rejectOtherMethods } from './reject-other-methods.ts';

/** `admin` of `/admin/participants`; routers compare letters of any case. */
const firstSegment = (path: string): string => /^\/([\w.~-]*)/.exec(path)?.[1]?.toLowerCase() ?? '';

/**
 * Runs a middleware for the paths whose first segment is that of a route in `router`, so that other requests are not tried
 * against each of its routes. Its routes may come later.
 */
export function mountRouter(router: Router, middleware: Middleware): Middleware {
  let segments: Set<string> | undefined;
  return (ctx, next) => {
    segments ??= new Set(
      router.stack.filter(({ methods }) => methods.length > 0).map(({ path }) => firstSegment(String(path))),
    );
    return segments.has(firstSegment(ctx.path)) ? middleware(ctx, next) : next();
  };
}

/** What a router answers, and the rejection of methods that its routes do not take. */
export const answerBy = (router: Router): Middleware =>
  mountRouter(router, compose([rejectOtherMethods(router), router.routes() as Middleware]));
