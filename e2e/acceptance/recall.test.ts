import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { REVISION_HEADER } from '@stepwise/shared-contracts/federation/registry-news';
import { releaseTarget } from '@stepwise/tooling/release/release-target';
import { countLeaving } from '@stepwise/tooling/release/watch-recall';
import { makeLocalToken } from '../../api/src/release-api/local-target.ts';
import { createCookieJar } from '../../api/src/testing/cookie-jar.ts';
import { createTestApi } from '../../api/src/testing/create-test-api.ts';
import { createVisitor } from '../../api/src/testing/create-visitor.ts';
import { buildRelease, putLive } from '../../api/src/testing/releases.ts';
import { ASK_EVERY_MS, followRegistry } from '../../shell/src/federation/follow-registry.ts';
import { loaderOver, releaseOf } from '../../shell/src/testing/fake-releases.ts';

const PAGES = 50;
const WITHIN_MS = 20_000;
const { token, known } = makeLocalToken();
const api = await createTestApi({ config: { releaseTokens: [known] } });
const target = releaseTarget(api.origin, token);
await putLive(api, buildRelease(SHELL, '1.0.0'));
for (const version of ['1.0.0', '2.0.0']) await putLive(api, buildRelease('mf-tracker', version));

const cookies = createCookieJar();
await createVisitor(api.origin, cookies).send(surveyData, undefined);
/** As a browser that has opened a page here. */
const fetchAsBrowser = (input: unknown, init: RequestInit = {}) =>
  fetch(new URL(String(input), api.origin), { ...init, headers: { cookie: cookies.header() } });

/** A page as the shell keeps it, whose browser is Node. */
function openPage(shell = '1.0.0') {
  const { loader } = loaderOver([releaseOf('mf-tracker', '2.0.0')], new Map());
  const happened: string[] = [];
  const ask = followRegistry({
    loader,
    shell,
    page: randomUUID().replaceAll('-', ''),
    fetch: fetchAsBrowser,
    path: () => '/plan',
    isLoggedIn: () => true,
    isHidden: () => false,
    hasForm: () => true,
    allow: () => {},
    announce: () => {},
    reload: () => happened.push('reload'),
    untold: [],
    firstPaint: () => undefined,
    onRecall: () => happened.push('recall'),
  });
  return { ask, happened, version: () => loader.state.getState().features[0]?.version };
}

test(`a recall reaches ${PAGES} open pages within ${WITHIN_MS / 1000} s, and counts them`, async () => {
  const pages = Array.from({ length: PAGES }, () => openPage());
  await Promise.all(pages.map(({ ask }) => ask()));
  expect(new Set(pages.map(({ version }) => version()))).toEqual(new Set(['2.0.0']));
  const count = countLeaving(await target.openPages('mf-tracker'), '2.0.0');
  expect(count(await target.openPages('mf-tracker'))).toEqual({ open: PAGES, gone: 0 });

  const { registry } = await target.look('mf-tracker');
  await target.deploy('mf-tracker', {
    action: 'recall',
    reason: 'It shows a wrong dose.',
    revision: registry.revision,
  });
  await api.registry.refetch();
  // Each page asks once in its interval, so the last one hears of it that much later at most.
  expect(ASK_EVERY_MS).toBeLessThan(WITHIN_MS);
  await Promise.all(pages.map(({ ask }) => ask()));
  expect(pages.map(({ version }) => version())).toEqual(Array(PAGES).fill('1.0.0'));

  expect(count(await target.openPages('mf-tracker'))).toEqual({ open: 0, gone: PAGES });

  const { history } = await target.look('mf-tracker');
  expect(history.at(-1)).toMatchObject({
    action: 'recall',
    from: '2.0.0',
    to: '1.0.0',
    reason: 'It shows a wrong dose.',
  });
  expect((await fetch(`${api.origin}/features/mf-tracker/2.0.0/remoteEntry.js`)).status).toBe(404);
  expect((await fetch(`${api.origin}/features/mf-tracker/1.0.0/remoteEntry.js`)).status).toBe(200);
});

test('a recalled release goes live again only by --to', async () => {
  const order = async (action: 'release' | 'canary' | 'to', version: string, traffic?: number) => {
    const { registry } = await target.look('mf-tracker');
    const { revision } = registry;
    return target.deploy('mf-tracker', { action, version, revision, ...(traffic && { traffic }) });
  };
  await expect(order('release', '2.0.0')).rejects.toThrow('mf-tracker 2.0.0 was recalled');
  await expect(order('canary', '2.0.0', 10)).rejects.toThrow('was recalled');
  await order('to', '2.0.0');
  const { registry } = await target.look('mf-tracker');
  expect(registry.recalled).toEqual({});
});

test('a page of a recalled shell reloads; a shell without one before it cannot be recalled', async () => {
  const recall = async () => {
    const { registry } = await target.look(SHELL);
    await target.deploy(SHELL, { action: 'recall', reason: 'It logs out.', revision: registry.revision });
    await api.registry.refetch();
  };
  await expect(recall()).rejects.toThrow('no shell before this one');
  await putLive(api, buildRelease(SHELL, '2.0.0'));
  await recall();
  const [kept, left] = [openPage('1.0.0'), openPage('2.0.0')];
  await Promise.all([kept.ask(), left.ask()]);
  expect([kept.happened, left.happened]).toEqual([[], ['recall', 'reload']]);
  expect(await (await fetch(`${api.origin}/`)).text()).toContain('data-version="1.0.0"');
});

test('asking needs no session and begins none; each answer of the API carries the revision', async () => {
  const { registry } = await target.look('mf-tracker');
  const sessions = await api.query('select count(*) from session');
  const query = new URLSearchParams({
    page: '0'.repeat(32),
    shows: 'mf-tracker@2.0.0',
    revision: `${registry.revision}`,
  });
  const answer = await fetch(`${api.origin}/api/registry-news/?${query}`);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null]);
  expect(await api.query('select count(*) from session')).toEqual(sessions);
  for (const path of ['/api/registry-news/?', '/api/nothing/', `/api/registry-news/?${query}`]) {
    const { headers } = await fetch(`${api.origin}${path}`);
    expect(headers.get(REVISION_HEADER)).toBe(`${registry.revision}`);
  }
});

test('a document of a browser that opened a page here is exposed to the releases that people get', async () => {
  const ask = async (query: object, send: typeof fetchAsBrowser = fetchAsBrowser) => {
    const asked = new URLSearchParams({ page: '0'.repeat(32), shows: '', ...query });
    expect((await send(`${api.origin}/api/registry-news/?${asked}`)).status).toBe(200);
  };
  await ask({ exposed: 'mf-none@1.0.0,mf-tracker@2.0.0', paint: '700' });
  await ask({ exposed: 'mf-tracker@0.0.1', paint: '700' });
  await ask({ exposed: 'mf-tracker@2.0.0', paint: 'soon' });
  await ask({ exposed: 'mf-tracker@2.0.0' }, (input) => fetch(String(input)));
  await ask({});
  expect(await api.query('select * from release_use')).toEqual([
    expect.objectContaining({
      package: 'mf-tracker',
      version: '2.0.0',
      exposures: 2,
      paints: 1,
      paint_ms: '700',
    }),
  ]);
});

test('a stranger changes no count, and a network that asks too often is refused', async () => {
  const ask = (page: string) => `/api/registry-news/?page=${page.repeat(32)}&shows=mf-tracker@1.0.0`;
  const isNoted = async (page: string) =>
    (await target.openPages('mf-tracker')).some((each) => each.page === page.repeat(32));
  const forged = { headers: { cookie: 'stepwise.session=anything; stepwise.session.sig=anything' } };
  for (const init of [{}, forged]) expect((await fetch(api.origin + ask('a'), init)).status).toBe(200);
  expect(await isNoted('a')).toBe(false);
  expect((await fetchAsBrowser(ask('b'))).status).toBe(200);
  expect(await isNoted('b')).toBe(true);
  const used = api.clock.now().getTime() + 100_000;
  await api.query(`update rate_limit set expire = $1 where key like 'open page %'`, [used]);
  expect((await fetchAsBrowser(ask('c'))).status).toBe(429);
  expect(await isNoted('c')).toBe(false);
});

test.each(['', 'page=1&shows=a@1', `page=${'0'.repeat(32)}`, `page=${'g'.repeat(32)}&shows=`])(
  '%j is a bad request',
  async (query) => {
    expect((await fetch(`${api.origin}/api/registry-news/?${query}`)).status).toBe(400);
  },
);
