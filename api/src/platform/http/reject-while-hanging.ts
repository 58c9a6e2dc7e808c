import type { Context, Middleware } from 'koa';
import { AppError } from '../errors/app-error.ts';

/** Answers at once while the database hangs, where each request that needs it would otherwise wait. */
export const rejectWhileHanging =
  (isHanging: () => boolean, needsDatabase: (ctx: Context) => boolean): Middleware =>
  (ctx, next) => {
    if (isHanging() && needsDatabase(ctx))
      throw new AppError('unavailable', 'Nothing was saved. Please try again in a moment.');
    return next();
  };
