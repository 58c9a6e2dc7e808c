import type { Middleware } from 'koa';
import { AppError } from '../errors/app-error.ts';

/** A file of a form, as it was sent. */
export interface Upload {
  bytes: Uint8Array;
}

/**
 * Reads a form with one file (`multipart/form-data`) of one page into `ctx.request.body`: its texts, and the file by the name
 * of its field, as an Upload. Nothing is written to disk. Throws too-large above `limit` bytes, and bad-request.
 */
export const uploadParser =
  (path: string, limit: number): Middleware =>
  async (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== path || !ctx.is('multipart/form-data')) return next();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
      length += chunk.length;
      // The rest is read as well: the browser sends its next request on the same connection.
      if (length <= limit) chunks.push(chunk);
    }
    if (length > limit)
      throw new AppError(
        'too-large',
        'The file is too large, and nothing of it was kept. Go back to choose another.',
      );
    const headers = { 'content-type': ctx.get('content-type') };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData().catch(() => {
      throw new AppError('bad-request', 'The form cannot be read.');
    });
    const body: Record<string, string | Upload> = {};
    for (const [name, value] of form)
      body[name] = typeof value === 'string' ? value : { bytes: new Uint8Array(await value.arrayBuffer()) };
    ctx.request.body = body;
    await next();
  };
