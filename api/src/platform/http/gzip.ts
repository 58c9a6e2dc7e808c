import type { Context } from 'koa';

/** Nearly the size of the default level in a third of its time. */
export const GZIP_LEVEL = 3;

/** Whether the browser takes the answer compressed, which the answer's headers then say. */
export function sendsGzip(ctx: Context): boolean {
  ctx.vary('Accept-Encoding');
  const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzip) ctx.set('content-encoding', 'gzip');
  return isGzip;
}
