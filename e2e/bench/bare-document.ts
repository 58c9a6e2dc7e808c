/** What a visitor's document is compared with: Koa that sends the bytes of the file DOCUMENT. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

const bytes = readFileSync(String(process.env.DOCUMENT));

const server = new Koa()
  .use((ctx) => {
    ctx.type = 'html';
    ctx.set('content-encoding', 'gzip');
    ctx.body = bytes;
  })
  .listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`bare is ready at http://127.0.0.1:${port}\n`);
  });
