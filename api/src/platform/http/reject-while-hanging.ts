import type { Middleware } from 'koa';
import { AppError } from '../errors/app-error.ts';

/** Answers at once while the database hangs, where each request would otherwise wait for it. */
export const rejectWhileHanging =
  (isHanging: () => boolean): Middleware =>
  (_ctx, next) => {
    if (isHanging()) throw new AppError('unavailable', 'Nothing was saved. Please try again in a moment.');
    return next();
  };
