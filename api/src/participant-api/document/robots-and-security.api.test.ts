import { describe, expect, test } from '@jest/globals';
import { createTestApi } from '../../testing/create-test-api.ts';
import { fetchAsHost } from '../../testing/fetch-as-host.ts';

const api = await createTestApi();
const published = await createTestApi({ config: { publicUrl: 'https://trial.example.org' } });
const read = async (path: string) => {
  const answer = await fetch(`${api.origin}${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  return await answer.text();
};

test('robots.txt keeps search engines from what is about one person', async () => {
  const lines = (await read('/robots.txt')).split('\n');
  const lists = ['User-agent: *', 'Disallow: /account', 'Disallow: /admin', 'Disallow: /api/'];
  expect(lines).toEqual([...lists, '']);
});

test('a call’s answer may run and embed nothing, and stand in no other page', async () => {
  const { headers } = await fetch(`${api.origin}/api/login-check/`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('strict-transport-security')).toBeNull();
});

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt';

  test('names where to report, and a day within a year after which it is not to be trusted', async () => {
    const text = await read(PATH);
    expect(text).toContain('Contact: mailto:research-team@example.org\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    const days = (expires - api.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(365);
  });

  test('names its own address where that of the product is known', async () => {
    expect(await (await fetchAsHost('trial.example.org', `${published.origin}${PATH}`)).text()).toContain(
      '\nCanonical: https://trial.example.org/.well-known/security.txt\n',
    );
    expect(await read(PATH)).not.toContain('Canonical');
  });

  test('accepts no other method', async () => {
    expect((await fetch(`${api.origin}${PATH}`, { method: 'POST' })).status).toBe(405);
  });
});
