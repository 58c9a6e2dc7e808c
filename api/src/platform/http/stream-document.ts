import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Context } from 'koa';
import { GZIP_HEADER, gzipTrailer, sendsGzip } from './gzip.ts';

const OPTIONS = { level: 3 };
const deflateRest = promisify(deflateRaw);

/** Answers with `head` at once, and with `rest` when that is there; compressed where the browser takes it. */
export function streamDocument(ctx: Context, head: string, rest: Promise<string>): void {
  // A browser that leaves meanwhile waits for it no longer.
  rest.catch(() => {});
  const parts = sendsGzip(ctx) ? compressed(head, rest) : plain(head, rest);
  ctx.body = Readable.from(parts, { objectMode: false });
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
  const trailer = gzipTrailer(crc32(body, crc32(head)), head.length + body.length);
  yield Buffer.concat([await deflateRest(body, OPTIONS), trailer]);
}
