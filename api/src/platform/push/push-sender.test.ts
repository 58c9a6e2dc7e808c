import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createPushSender, isKnownPushService, makePushKeys } from './push-sender.ts';

interface Pushed {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let status = 201;
let pushed: Pushed[] = [];
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  pushed.push({ headers: request.headers, body: Buffer.concat(chunks) });
  response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port } = service.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
afterAll(() => new Promise<void>((resolve) => service.close(() => resolve())));

const keys = await makePushKeys();
const sender = createPushSender(
  async () => keys,
  'mailto:trial@example.org',
  (endpoint) => endpoint.startsWith(origin),
);
const device = createECDH('prime256v1');
device.generateKeys();
const auth = randomBytes(16);
const target = {
  endpoint: `${origin}/an-address`,
  p256dh: device.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
};

/** What the device reads (RFC 8188 and 8291). */
function decrypt(body: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const theirs = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', device.computeSecret(theirs), auth, info, 32));
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const sealed = body.subarray(21 + length);
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

beforeEach(() => {
  status = 201;
  pushed = [];
});

describe('a notification', () => {
  test('can be read by the device only, and is signed by the server', async () => {
    expect(await sender.send(target, 'Your two minutes')).toBe('sent');
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = pushed;
    expect(body.includes('minutes')).toBe(false);
    // A reminder of the morning says nothing on the next day.
    expect(headers.ttl).toBe(String(12 * 3_600));
    expect(decrypt(body)).toBe('Your two minutes');
    const [, token = '', key = ''] = /^vapid t=(.*), k=(.*)$/.exec(String(headers.authorization)) ?? [];
    expect(key).toBe(keys.publicKey);
    const [head, claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const publicKey = createPublicKey({
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      format: 'jwk',
    });
    const signed = Buffer.from(`${head}.${claims}`);
    const given = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', signed, given, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: 'mailto:trial@example.org',
    });
  });

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [302, 'failed'],
  ])('that the service answers with %d is %s', async (answer, outcome) => {
    status = answer;
    expect(await sender.send(target, 'text')).toBe(outcome);
  });

  test('is sent to no address of another service', async () => {
    const unknown = { ...target, endpoint: 'http://127.0.0.2/' };
    expect(await sender.send(unknown, 'text')).toBe('gone');
    expect(pushed).toEqual([]);
  });

  test('that cannot be encrypted or sent has failed', async () => {
    expect(await sender.send({ ...target, p256dh: 'x' }, 'text')).toBe('failed');
    const away = createPushSender(
      async () => Promise.reject(new Error('no keys')),
      origin,
      () => true,
    );
    expect(await away.send(target, 'text')).toBe('failed');
    const nowhere = createPushSender(
      async () => keys,
      'mailto:trial@example.org',
      () => true,
    );
    expect(await nowhere.send({ ...target, endpoint: 'http://127.0.0.1:1/' }, 'text')).toBe('failed');
  });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com.example.org/x', false],
  ['https://me@fcm.googleapis.com/x', false],
  ['https://example.org/fcm.googleapis.com', false],
  ['https://fcmxgoogleapis.com/x', false],
  ['https://notify.windows.com.example.org/x', false],
  ['https://127.0.0.1/x', false],
  ['no address', false],
])('%s is of a known push service: %s', (endpoint, isKnown) => {
  expect(isKnownPushService(endpoint)).toBe(isKnown);
});
