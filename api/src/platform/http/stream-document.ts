import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Context } from 'koa';
import { GZIP_LEVEL, sendsGzip } from './gzip.ts';

/** Answers with `head` at once, and with `rest` when that is there; compressed where the browser takes it. */
export function streamDocument(ctx: Context, head: string, rest: Promise<string>): void {
  // A browser that leaves meanwhile waits for it no longer.
  rest.catch(() => {});
  const parts = Readable.from(partsOf(head, rest), { objectMode: false });
  ctx.body = sendsGzip(ctx)
    ? pipeline(parts, createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH }), () => {})
    : parts;
}

async function* partsOf(head: string, rest: Promise<string>) {
  yield Buffer.from(head);
  yield Buffer.from(await rest);
}
