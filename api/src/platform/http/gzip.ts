import type { Context } from 'koa';

/** Of a gzip file without name and time (RFC 1952). */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

export const GZIP_TRAILER_BYTES = 8;

/** The end of a gzip file, after the last deflated block. `bytes` is the length of what was compressed. */
export function gzipTrailer(crc: number, bytes: number): Buffer {
  const trailer = Buffer.allocUnsafe(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(crc);
  trailer.writeUInt32LE(bytes, 4);
  return trailer;
}

/** Whether the browser takes the answer compressed, which the answer's headers then say. */
export function sendsGzip(ctx: Context): boolean {
  ctx.vary('Accept-Encoding');
  const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzip) ctx.set('content-encoding', 'gzip');
  return isGzip;
}
