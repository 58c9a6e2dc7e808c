import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { streamDocument } from './stream-document.ts';

const HEAD = '<head>'.repeat(1_000);

let rest = Promise.withResolvers<string>();
const app = new Koa();
app.silent = true;
app.use((ctx) => {
  rest = Promise.withResolvers();
  streamDocument(ctx, HEAD, rest.promise);
});
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

async function open(encoding: string): Promise<IncomingMessage> {
  const [response] = await once(get({ port, headers: { 'accept-encoding': encoding } }), 'response');
  return response;
}

describe.each(['gzip', 'identity'])('a document in %s', (encoding) => {
  test('arrives up to its rest, and whole once that is there', async () => {
    const response = await open(encoding);
    let text = '';
    for await (const part of encoding === 'gzip' ? response.pipe(createGunzip()) : response) {
      text += part;
      if (text === HEAD) rest.resolve('<body>');
    }
    expect(text).toBe(`${HEAD}<body>`);
  });

  test('is cut off where its rest fails', async () => {
    const response = await open(encoding);
    const read = response.toArray();
    rest.reject(new Error('The database is away.'));
    await expect(read).rejects.toThrow('aborted');
  });
});
