import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Context } from 'koa';

const OPTIONS = { level: 3 };
const deflateRest = promisify(deflateRaw);
/** Of a gzip file without name and time (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Answers with `head` at once, and with `rest` when that is there; compressed where the browser takes it. */
export function sendInTwo(ctx: Context, head: string, rest: Promise<string>): void {
  // A browser that leaves meanwhile waits for it no longer.
  rest.catch(() => {});
  ctx.vary('Accept-Encoding');
  const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isGzip) ctx.set('content-encoding', 'gzip');
  ctx.body = Readable.from(isGzip ? compressed(head, rest) : plain(head, rest), { objectMode: false });
}

async function* plain(head: string, rest: Promise<string>) {
  yield Buffer.from(head);
  yield Buffer.from(await rest);
}

async function* compressed(headText: string, rest: Promise<string>) {
  const head = Buffer.from(headText);
  yield Buffer.concat([
    GZIP_HEADER,
    deflateRawSync(head, { ...OPTIONS, finishFlush: constants.Z_SYNC_FLUSH }),
  ]);
  const body = Buffer.from(await rest);
  yield await deflateRest(body, OPTIONS);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(body, crc32(head)));
  trailer.writeUInt32LE(head.length + body.length, 4);
  yield trailer;
}
