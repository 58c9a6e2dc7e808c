import type { Call, ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { Context } from 'koa';
import * as z from 'zod';
import { AppError } from '../errors/app-error.ts';

/** The body of a call, checked; unknown fields are dropped. Throws bad-request with every issue by its path. */
export function readBody<C extends Call>(call: C, ctx: Context): ParsedBodyOf<C> {
  if (!call.body) return undefined as ParsedBodyOf<C>;
  if (!ctx.is('json')) throw new AppError('unsupported-media-type', 'The body has to be JSON.');
  const { body } = ctx.request as { body?: unknown };
  const parsed = z.safeParse(call.body, body);
  if (parsed.success) return parsed.data as ParsedBodyOf<C>;
  throw new AppError(
    'bad-request',
    'Some values have the wrong shape.',
    parsed.error.issues.map(({ path, message }) => ({
      path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
      message,
    })),
  );
}
