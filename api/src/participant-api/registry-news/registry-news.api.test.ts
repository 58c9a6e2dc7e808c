import { beforeAll, expect, test } from '@jest/globals';
import { REGISTRY_NEWS, REVISION_HEADER } from '@stepwise/shared-contracts/federation/registry-news';
import { findOpenPages } from '../../release-api/open-pages.ts';
import { readRegistry } from '../../release-api/read-registry.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

const api = await createTestApi();
const PAGE = 'a'.repeat(32);
const LIVE = { page: PAGE, shows: 'mf-plan@7.0.0' };

beforeAll(() => putLive(api, buildRelease('mf-plan', '7.0.0')));

const ask = (query: Record<string, string>, cookie = '') =>
  fetch(`${api.origin}${REGISTRY_NEWS}?${new URLSearchParams(query)}`, { headers: { cookie } });
const cookieOfSession = async () => (await api.logIn()).cookies.header() ?? '';
const openPages = () => findOpenPages(api.orm.em.fork(), 'mf-plan', api.clock.now());
const uses = () =>
  api.query('select package, version, exposures, paints, paint_ms::int as ms from release_use order by 1, 2');

test('a page with the newest revision gets no news, and every other one gets them', async () => {
  const { revision } = await readRegistry(api.orm.em.fork());
  expect((await ask({ ...LIVE, revision: String(revision) })).status).toBe(204);
  for (const known of [{ revision: String(revision - 1) }, {}]) {
    const answer = await ask({ ...LIVE, ...known });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toMatchObject({ revision });
  }
  expect((await ask(LIVE)).headers.get(REVISION_HEADER)).toBe(String(revision));
  expect((await fetch(`${api.origin}/documents/consent-form.pdf`)).headers.get(REVISION_HEADER)).toBeNull();
});

test('a page is noted, and what people get of what it was given counted, only for a cookie signed here', async () => {
  const told = { ...LIVE, exposed: 'mf-plan@7.0.0,mf-none@1.0.0', paint: '250' };
  const cookie = await cookieOfSession();
  const forged = cookie.replace(/(\.sig=)[^;]+/g, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAA');
  expect(forged).not.toBe(cookie);
  for (const other of ['', forged]) expect((await ask(told, other)).status).toBe(200);
  expect([await openPages(), await uses()]).toEqual([[], []]);
  await ask(told, cookie);
  expect(await openPages()).toEqual([{ page: PAGE, version: '7.0.0' }]);
  const counted = { package: 'mf-plan', version: '7.0.0', exposures: 1, paints: 1, ms: 250 };
  expect(await uses()).toMatchObject([counted]);
  await ask({ ...told, exposed: 'mf-plan@0.0.1' }, cookie);
  for (const paint of ['1000000', '-1', '']) await ask({ ...told, paint }, cookie);
  expect(await uses()).toMatchObject([{ ...counted, exposures: 4 }]);
});

test.each([
  [{ shows: 'mf-plan@7.0.0' }],
  [{ page: 'a'.repeat(31), shows: '' }],
  [{ page: 'A'.repeat(32), shows: '' }],
  [{ page: PAGE }],
])('%j is a bad request', async (query: Record<string, string>) => {
  expect((await ask(query)).status).toBe(400);
});
