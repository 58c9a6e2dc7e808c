import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { loginCheck, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, TEST_SECRET } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';

const IDLE_MS = 120 * 60_000;
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

/** The session's cookies as an earlier release named and signed them. */
function asEarlier(visitor: Visitor): Visitor {
  const earlier = api.stranger();
  const key = visitor.cookies.get(`__Host-${SESSION}`);
  earlier.cookies.set(SESSION, key);
  earlier.cookies.set(`${SESSION}.sig`, sign('sha1', `${SESSION}=${key}`));
  return earlier;
}

describe('behind TLS', () => {
  test('every cookie has the prefix, but the copy of the token for earlier shells', async () => {
    const { email } = await api.buildParticipant();
    const visitor = api.stranger();
    await request(visitor, loginCheck.path);
    const body = { username: email, password: PASSWORD, keep: true };
    const { headers } = await request(visitor, loginUser.path, body);
    const set = headers.getSetCookie();
    expect(new Set(set.map((line) => line.split('=')[0]))).toEqual(
      new Set([
        ...[`__Host-${SESSION}`, `__Host-${SESSION}.sig`, '__Host-stepwise.known', '__Host-stepwise.device'],
        ...['__Host-csrftoken', 'csrftoken'],
      ]),
    );
    for (const line of set) {
      expect(line).toMatch(/; path=\/(;|$)/);
      expect(line).toMatch(/; secure/);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  test('a session of the earlier name and signature goes on under the new ones', async () => {
    const earlier = asEarlier(await logIn());
    expect(await isLoggedIn(earlier)).toBe(false);
    await request(earlier, loginCheck.path);
    expect(await isLoggedIn(earlier)).toBe(true);
    const key = earlier.cookies.get(`__Host-${SESSION}`);
    expect(key).toBe(earlier.cookies.get(SESSION));
    expect(earlier.cookies.get(`__Host-${SESSION}.sig`)).toBe(sign('sha256', `__Host-${SESSION}=${key}`));
  });

  test('one idle time-out after the start the earlier name is accepted no longer', async () => {
    const later = await createLater();
    expect(await isLoggedIn(later)).toBe(false);
  });

  test('a planted cookie of the earlier name does not replace the session', async () => {
    const [own, other] = [await logIn(), asEarlier(await logIn())];
    const key = own.cookies.get(`__Host-${SESSION}`);
    for (const name of [SESSION, `${SESSION}.sig`]) own.cookies.set(name, other.cookies.get(name));
    await request(own, loginCheck.path);
    expect(own.cookies.get(`__Host-${SESSION}`)).toBe(key);
  });
});

async function createLater(): Promise<Visitor> {
  const visitor = await logIn();
  for (let used = 0; used < 2; used++) {
    api.clock.advance(IDLE_MS / 2);
    expect(await isLoggedIn(visitor)).toBe(true);
  }
  const earlier = asEarlier(visitor);
  await request(earlier, loginCheck.path);
  return earlier;
}

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

  test('is HMAC-SHA-256; one by SHA-1 counts for one idle time-out after the start and is replaced', async () => {
    const visitor = await plain.logIn();
    const data = `${SESSION}=${visitor.cookies.get(SESSION)}`;
    expect(visitor.cookies.get(`${SESSION}.sig`)).toBe(sign('sha256', data));
    const earlier = withSignature(visitor, sign('sha1', data));
    expect(await answers(earlier)).toBe(true);
    expect(earlier.cookies.get(`${SESSION}.sig`)).toBe(sign('sha256', data));
    for (let used = 0; used < 2; used++) {
      plain.clock.advance(IDLE_MS / 2);
      expect(await answers(visitor)).toBe(true);
    }
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
