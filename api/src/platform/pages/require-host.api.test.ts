import { describe, expect, test } from '@jest/globals';
import { createTestApi } from '../../testing/create-test-api.ts';
import { fetchAsHost } from '../../testing/fetch-as-host.ts';

const api = await createTestApi({ config: { trustedProxies: 1, publicUrl: 'https://trial.example.org' } });
const plain = await createTestApi({ config: { publicUrl: 'http://192.168.1.20:3000' } });
const local = await createTestApi();

const ask = (origin: string, host: string, path: string, method = 'GET', headers = {}) =>
  fetchAsHost(host, origin + path, { method, headers });
const byProxy = { 'x-forwarded-for': '203.0.113.7' };

describe('where a public address is set', () => {
  test.each([
    'elsewhere.example',
    'trial.example.org.elsewhere.example',
    'trial.example.org:8443',
    'user@trial.example.org',
    'trial.example.org/path',
    '127.0.0.1:3000',
    'localhost',
  ])('the host %s is rejected', async (host) => {
    for (const [path, method] of [
      ['/api/login-check/', 'POST'],
      ['/api/openapi.json', 'GET'],
      ['/admin/log-in', 'POST'],
      ['/features/mf-plan/1/entry.js', 'GET'],
    ] as const) {
      const answer = await ask(api.origin, host, path, method);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: 'bad-request' } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('a page says which address to use, with the numbers to call', async () => {
    const answer = await ask(api.origin, 'elsewhere.example', '/login?next=1');
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('href="https://trial.example.org/"');
    expect(text).toContain('href="tel:000"');
    expect(text).not.toContain('elsewhere.example');
    const [, stylesheet = ''] = /href="([^"]+\.css)"/.exec(text) ?? [];
    expect((await ask(api.origin, 'elsewhere.example', stylesheet)).status).toBe(200);
  });

  test('a forwarded host changes nothing', async () => {
    const forwarded = { ...byProxy, 'x-forwarded-host': 'trial.example.org' };
    expect((await ask(api.origin, 'elsewhere.example', '/api/openapi.json', 'GET', forwarded)).status).toBe(
      400,
    );
  });

  test.each(['trial.example.org', 'TRIAL.example.org', 'trial.example.org:443'])(
    'the host %s is answered',
    async (host) => {
      expect((await ask(api.origin, host, '/admin/log-in', 'GET', byProxy)).status).toBe(200);
    },
  );

  test('an address with a port is answered with that port only', async () => {
    expect((await ask(plain.origin, '192.168.1.20:3000', '/admin/log-in')).status).toBe(200);
    expect((await ask(plain.origin, '192.168.1.20', '/admin/log-in')).status).toBe(400);
  });

  test('health is answered under any name', async () => {
    for (const path of ['/livez', '/healthz']) {
      expect((await ask(api.origin, 'gateway', path, 'GET', byProxy)).status).toBe(200);
      expect((await ask(api.origin, '127.0.0.1:3000', path)).status).toBe(200);
    }
  });

  test('metrics and publishing are answered under any name at the API’s own port only', async () => {
    expect((await ask(api.origin, 'api:3000', '/metrics')).status).toBe(200);
    expect((await ask(api.origin, 'api:3000', '/metrics', 'GET', byProxy)).status).toBe(404);
    // No token opens anything here: 404 is the answer of publishing itself.
    expect((await ask(api.origin, 'api:3000', '/api/releases/mf-plan')).status).toBe(404);
    expect((await ask(api.origin, 'api:3000', '/api/releases/mf-plan', 'GET', byProxy)).status).toBe(400);
  });
});

test.each(['localhost:3000', '127.0.0.1:3000', '192.168.1.20:3000', 'anything.example'])(
  'without a public address the host %s is answered',
  async (host) => {
    expect((await ask(local.origin, host, '/admin/log-in')).status).toBe(200);
  },
);
