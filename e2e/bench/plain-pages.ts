/**
 * What a page's largest contentful paint is compared with: the same page as plain HTML, from a bare Koa that has it and
 * its style sheets and font in memory. PAGES names a file with each answer by its path.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';

export interface PlainAnswer {
  type: string;
  /** Base64. */
  body: string;
}

const answers = new Map(
  Object.entries(
    JSON.parse(readFileSync(String(process.env.PAGES), 'utf8')) as Record<string, PlainAnswer>,
  ).map(([path, { type, body }]) => {
    const bytes = Buffer.from(body, 'base64');
    const isText = !type.startsWith('font/');
    return [path, { type, isText, bytes: isText ? gzipSync(bytes) : bytes }];
  }),
);

const server = new Koa()
  .use((ctx) => {
    const answer = answers.get(ctx.path);
    if (!answer) return;
    ctx.type = answer.type;
    ctx.body = answer.bytes;
    if (answer.isText) ctx.set('content-encoding', 'gzip');
  })
  .listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`plain is ready at http://127.0.0.1:${port}\n`);
  });
