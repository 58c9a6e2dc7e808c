import type { ErrorBody, FieldErrors as FieldErrorsBody } from '@stepwise/shared-contracts/calls/errors';
import type { Middleware } from 'koa';
import { isDatabaseAway } from '../database/is-database-away.ts';
import { AppError, FieldErrors, notFound } from '../errors/app-error.ts';
import { describeError } from '../errors/describe-error.ts';

/** The one place that turns an error into an answer. Whatever it does not know becomes an opaque 500. */
export const serialiseErrors: Middleware = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body == null)
      throw ctx.path.startsWith('/api/')
        ? new AppError('no-such-call', 'There is no such call.')
        : notFound();
  } catch (error) {
    if (error instanceof FieldErrors) {
      ctx.status = error.status;
      ctx.body = { errors: error.fields } satisfies FieldErrorsBody;
      return;
    }
    const known = toAppError(error);
    if (known.status >= 500) ctx.state.log.error(describeError(error), 'request failed');
    ctx.set(known.headers);
    ctx.status = known.status;
    ctx.body = {
      error: { code: known.code, message: known.message, issues: [...known.issues] },
      requestId: ctx.state.requestId,
    } satisfies ErrorBody;
  }
};

/** The rejection that an error stands for; an opaque `internal` for unknown errors. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof AppError) return cause;
  if (isDatabaseAway(error))
    return new AppError('unavailable', 'Nothing was saved. Please try again in a moment.');
  // What reads the body marks its errors with a status, and not all of them are of http-errors' class.
  const { status } = Object(error) as { status?: unknown };
  if (status === 413) return new AppError('too-large', 'That is too much at once.');
  if (status === 415) return new AppError('unsupported-media-type', 'The body has to be JSON.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('bad-request', 'The request could not be read.');
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.');
}
