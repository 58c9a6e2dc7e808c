import { createServer, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import { compressText } from './compress-text.ts';

const records = Array.from({ length: 100 }, (_, id) => ({ id, text: 'Trouble falling asleep' }));
const bodies: Record<string, () => unknown> = {
  '/json': () => ({ records }),
  '/html': () => `<!doctype html><title>Stepwise</title>${'<p>Hello</p>'.repeat(500)}`,
  '/long': () => ({ records: Array.from({ length: 10 }, () => records) }),
  '/small': () => ({ ok: true }),
  '/file': () => Buffer.alloc(10_000, 'a'),
  '/stream': () => Readable.from(['a'.repeat(10_000)]),
};
const app = new Koa();
app.use(compressText);
app.use((ctx) => {
  ctx.body = bodies[ctx.path]?.();
  if (ctx.path === '/json') ctx.status = 422;
});
const server = createServer(app.callback()).listen(0);
afterAll(() => {
  server.close();
});

/** Decodes nothing, so that what is on the wire is seen. */
function get(path: string, accepted = 'gzip') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ headers: Record<string, unknown>; status: number | undefined; body: Buffer }>(
    (resolve) => {
      request({ port, path, headers: { 'accept-encoding': accepted } }, async (response) => {
        const parts = await response.toArray();
        resolve({ headers: response.headers, status: response.statusCode, body: Buffer.concat(parts) });
      });
    },
  );
}

test('JSON and HTML go compressed and arrive as they were, with their status and type', async () => {
  const json = await get('/json');
  expect(json.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json.status).toBe(422);
  expect(JSON.parse(String(gunzipSync(json.body)))).toEqual({ records });
  const long = await get('/long');
  expect(JSON.parse(String(gunzipSync(long.body)))).toEqual(bodies['/long']?.());
  const html = await get('/html');
  expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(String(gunzipSync(html.body))).toBe(bodies['/html']?.());
});

test('a client that does not take gzip gets the plain text, and Vary separates them in caches', async () => {
  const { headers, body } = await get('/json', 'identity');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toBe('Accept-Encoding');
  expect(JSON.parse(String(body))).toEqual({ records });
});

test.each(['/small', '/file', '/stream'])('%s is sent as it is', async (path) => {
  const { headers } = await get(path);
  expect(headers['content-encoding']).toBeUndefined();
});
