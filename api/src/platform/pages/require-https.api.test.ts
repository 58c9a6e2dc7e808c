import { describe, expect, test } from '@jest/globals';
import { createTestApi } from '../../testing/create-test-api.ts';
import { fetchAsHost } from '../../testing/fetch-as-host.ts';

const PUBLIC_HOST = 'trial.example.org';
const deployed = { secureCookies: true, trustedProxies: 1 };
const api = await createTestApi({ config: { ...deployed, publicUrl: `https://${PUBLIC_HOST}` } });
const unnamed = await createTestApi({ config: deployed });
const local = await createTestApi();

const open = (origin: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchAsHost(PUBLIC_HOST, origin + path, { method, headers });
const byHttp = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' };
const byHttps = { ...byHttp, 'x-forwarded-proto': 'https' };

describe('with secure cookies, a request by http', () => {
  test.each(['/', '/login', '/plan?from=mail', '/admin/log-in', '/account/access'])(
    'for the page %s is redirected to the public address',
    async (path) => {
      const { status, headers } = await open(api.origin, path, byHttp);
      expect({ status, location: headers.get('location') }).toEqual({
        status: 302,
        location: `https://trial.example.org${path}`,
      });
    },
  );

  test.each(['//elsewhere.example/', '//elsewhere', '/@elsewhere', '/%5C%5Celsewhere'])(
    'for %s is redirected to the public host',
    async (path) => {
      const { headers } = await open(api.origin, path, byHttp);
      expect(new URL(headers.get('location') ?? '').host).toBe('trial.example.org');
    },
  );

  test.each([
    ['without a public address', unnamed, byHttp, false],
    ['where no proxy says how it came', api, {}, true],
  ])('%s gets an explanation', async (_what, { origin }, headers, forOperator) => {
    for (const path of ['/login', '/admin/log-in']) {
      const answer = await open(origin, path, headers);
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(text).toContain('This page needs a secure connection');
      expect(text).toContain('href="tel:000"');
      expect(text.includes('X-Forwarded-Proto')).toBe(forOperator);
    }
  });

  test('for a call or a form is rejected with a typed 400', async () => {
    for (const [path, method] of [
      ['/api/login-check/', 'POST'],
      ['/api/consent-copy.pdf', 'GET'],
      ['/admin/log-in', 'POST'],
    ] as const) {
      const answer = await open(api.origin, path, byHttp, method);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: 'bad-request' } });
    }
  });

  test('leaves health and metrics as they are', async () => {
    for (const path of ['/livez', '/metrics', '/api/openapi.json'])
      expect((await open(api.origin, path)).status).toBe(200);
  });
});

test('by https, and where cookies may travel by http, everything is answered', async () => {
  expect((await open(api.origin, '/admin/log-in', byHttps)).status).toBe(200);
  expect((await open(local.origin, '/admin/log-in')).status).toBe(200);
});
