import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { loginCheck, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, TEST_SECRET } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';

const SESSION = 'stepwise.session';
const BY_HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
const deployed = { config: { secureCookies: true, trustedProxies: 1 } };
const api = await createTestApi(deployed);
const plain = await createTestApi();

const sign = (algorithm: string, data: string) =>
  createHmac(algorithm, TEST_SECRET).update(data).digest('base64url');
const request = (visitor: Visitor, path: string, body?: unknown) =>
  visitor.request(path, { body, headers: BY_HTTPS });
const isLoggedIn = async (visitor: Visitor) => (await request(visitor, loginCheck.path)).status === 204;

async function logIn(): Promise<Visitor> {
  const { email } = await api.buildParticipant();
  const visitor = api.stranger();
  await request(visitor, loginCheck.path);
  expect((await request(visitor, loginUser.path, { username: email, password: PASSWORD })).status).toBe(200);
  return visitor;
}

describe('behind TLS', () => {
  test('every cookie has the prefix', async () => {
    const { email } = await api.buildParticipant();
    const visitor = api.stranger();
    await request(visitor, loginCheck.path);
    const body = { username: email, password: PASSWORD, keep: true };
    const { headers } = await request(visitor, loginUser.path, body);
    const set = headers.getSetCookie();
    expect(new Set(set.map((line) => line.split('=')[0]))).toEqual(
      new Set([
        ...[`__Host-${SESSION}`, `__Host-${SESSION}.sig`, '__Host-csrftoken'],
        ...['__Host-stepwise.known', '__Host-stepwise.device'],
      ]),
    );
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    for (const line of set) {
      expect(line).toMatch(/; path=\/(;|$)/);
      expect(line).toMatch(/; secure/);
      expect(line).not.toMatch(/domain=/i);
      // Only the token is for scripts.
      expect([line, /; httponly/i.test(line)]).toEqual([line, !line.startsWith('__Host-csrftoken')]);
    }
  });

  test('a cookie without the prefix opens nothing', async () => {
    const [own, other] = [await logIn(), await logIn()];
    const key = other.cookies.get(`__Host-${SESSION}`);
    const planted = api.stranger();
    for (const visitor of [own, planted]) {
      visitor.cookies.set(SESSION, key);
      visitor.cookies.set(`${SESSION}.sig`, sign('sha256', `${SESSION}=${key}`));
    }
    const before = own.cookies.get(`__Host-${SESSION}`);
    expect(await isLoggedIn(own)).toBe(true);
    expect(await isLoggedIn(planted)).toBe(false);
    expect(own.cookies.get(`__Host-${SESSION}`)).toBe(before);
  });
});

describe('the signature of a session', () => {
  const withSignature = (visitor: Visitor, signature: string): Visitor => {
    const copy = plain.stranger();
    copy.cookies.set(SESSION, visitor.cookies.get(SESSION));
    copy.cookies.set(`${SESSION}.sig`, signature);
    return copy;
  };
  const answers = async (visitor: Visitor) => {
    await visitor.request(loginCheck.path);
    return (await visitor.request(loginCheck.path)).status === 204;
  };

  test('is HMAC-SHA-256', async () => {
    const visitor = await plain.logIn();
    const data = `${SESSION}=${visitor.cookies.get(SESSION)}`;
    expect(visitor.cookies.get(`${SESSION}.sig`)).toBe(sign('sha256', data));
    expect(await answers(withSignature(visitor, sign('sha1', data)))).toBe(false);
    expect(await answers(withSignature(visitor, sign('sha256', data)))).toBe(true);
  });

  test('by another key or of another name is worthless', async () => {
    const visitor = await plain.logIn();
    const data = `${SESSION}=${visitor.cookies.get(SESSION)}`;
    for (const signature of [
      createHmac('sha256', 'another key').update(data).digest('base64url'),
      sign('sha256', `__Host-${data}`),
      '',
    ])
      expect(await answers(withSignature(visitor, signature))).toBe(false);
  });
});

test('log-out makes the browser drop what it could show again, and nothing that others keep there', async () => {
  const visitor = await plain.logIn();
  const { headers } = await visitor.request(logoutUser.path);
  expect(headers.get('clear-site-data')).toBe('"cache"');
  expect((await (await plain.visit()).request(logoutUser.path)).headers.get('clear-site-data')).toBeNull();
});
