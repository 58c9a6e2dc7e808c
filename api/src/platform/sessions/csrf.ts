import { timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { AppError } from '../errors/app-error.ts';
import { sessionOf } from './session.ts';

/** A POST has to show, in a header that another site cannot set, the token its session was given. */
export const checkCsrf: Middleware = async (ctx, next) => {
  if (ctx.method === 'POST' && !isSameToken(ctx.get('x-csrftoken'), sessionOf(ctx).csrfToken)) {
    throw new AppError('wrong-csrf-token', 'This page is out of date. Please try again.');
  }
  await next();
};

export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
