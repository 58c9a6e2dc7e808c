import { bodyParser as koaBodyParser } from '@koa/bodyparser';
import type { Middleware } from 'koa';
import { AppError } from '../errors/app-error.ts';

/** Deeper than any body of a call; what is checked and stored is traversed recursively. */
const MAX_DEPTH = 64;

/**
 * Reads bodies of one type and of at most `limit` (`64kb`) into `ctx.request.body`. Throws unsupported-media-type for a
 * compressed body, which no client of the product sends, too-large, and bad-request for one that cannot be stored.
 */
export function bodyParser(type: 'json' | 'form', limit: string): Middleware {
  const parse = koaBodyParser({ enableTypes: [type], [`${type}Limit`]: limit, encoding: 'utf-8' });
  return async (ctx, next) => {
    // Inflating would read an archive of any size, and fail after the answer.
    if (!/^(identity)?$/i.test(ctx.get('content-encoding'))) {
      ctx.set('accept-encoding', 'identity');
      throw new AppError('unsupported-media-type', 'The body has to be sent without compression.');
    }
    await parse(ctx, () => {
      checkStorable((ctx.request as { body?: unknown }).body, MAX_DEPTH);
      return next();
    });
  };
}

/** PostgreSQL keeps neither NUL characters nor halves of surrogate pairs. */
function checkStorable(value: unknown, deepest: number): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new AppError('bad-request', 'The text holds characters that cannot be stored.');
  if (typeof value !== 'object' || value === null) return;
  if (deepest === 0) throw new AppError('bad-request', 'The body is nested too deep.');
  for (const [key, entry] of Object.entries(value)) {
    checkStorable(key, deepest);
    checkStorable(entry, deepest - 1);
  }
}
