/** @jest-environment ../jest.environment.js */
import { expect, test } from '@jest/globals';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { developmentRelease } from '@stepwise/shared-contracts/federation/development-release';
import type { RegistryNews } from '@stepwise/shared-contracts/federation/registry-news';
import { loaderOver, releaseOf, shows } from '../testing/fake-releases.ts';
import { followRegistry } from './follow-registry.ts';

const Old = () => null;
const New = () => null;
const OLD = releaseOf('mf-plan', '1.0.0');
const NEW = releaseOf('mf-plan', '2.0.0');
const HELPERS = releaseOf('mf-helpers', '1.0.0', {
  routes: [{ path: '/contact', page: 'contact', access: 'anyone' }],
});

/** A page at `/plan` with the release OLD, in which `next` is the server's answer: null where nothing is newer. */
async function openPage(settings: Partial<Parameters<typeof followRegistry>[0]> = {}) {
  const { loader, asked } = loaderOver(
    [OLD, HELPERS],
    new Map([
      [OLD, [shows(OLD, Old)]],
      [NEW, [shows(NEW, New)]],
      [HELPERS, [shows(HELPERS, Old)]],
    ]),
  );
  await loader.loadFeature('mf-plan');
  const happened: string[] = [];
  const requests: { url: URL; credentials: RequestCredentials | undefined }[] = [];
  const page = { next: null as Partial<RegistryNews> | null, path: '/plan', isHidden: false, hasForm: false };
  const ask = followRegistry({
    loader,
    shell: '9.0.0',
    page: '0'.repeat(32),
    fetch: async (input, init) => {
      requests.push({ url: new URL(String(input), 'http://localhost'), credentials: init?.credentials });
      if (!page.next) return { status: 204 } as Response;
      const news = { revision: 7, recalled: [], reload: false, features: [], ...page.next };
      if (news.recalled.length > 0) page.next = null;
      return { status: 200, json: async () => news } as unknown as Response;
    },
    path: () => page.path,
    isLoggedIn: () => true,
    isHidden: () => page.isHidden,
    hasForm: () => page.hasForm,
    allow: ({ url }: LiveFeature) => happened.push(`allow ${url}`),
    announce: (text) => happened.push(text),
    reload: () => happened.push('reload'),
    untold: [],
    firstPaint: () => undefined,
    onRecall: () => happened.push('recall'),
    ...settings,
  });
  const version = () =>
    loader.state.getState().features.find(({ manifest }) => manifest.name === 'mf-plan')?.version;
  const shown = () => loader.state.getState().parts['mf-plan']?.pages.plan;
  return { page, ask, loader, asked, happened, requests, version, shown };
}

test('a page that follows the registry tells of what was exposed once, with the first paint, and again where no answer came', async () => {
  const untold = ['mf-plan@1.0.0', 'shell@9.0.0'];
  const asked: URLSearchParams[] = [];
  const outcomes = ['no network', 503, 204, 204];
  const { ask } = await openPage({
    untold,
    firstPaint: () => 812.6,
    fetch: async (input) => {
      asked.push(new URL(String(input), 'http://localhost').searchParams);
      const status = outcomes[asked.length - 1];
      if (typeof status !== 'number') throw new TypeError('no network');
      return { status } as Response;
    },
  });
  for (const _ of outcomes) await ask();
  const told = ['mf-plan@1.0.0,shell@9.0.0', '813'];
  expect(asked.map((query) => [query.get('exposed'), query.get('paint')])).toEqual([
    told,
    told,
    told,
    [null, null],
  ]);
});

test.each([
  ['a release from a team’s machine', OLD, '9.0.0'],
  ['a previewed shell', HELPERS, 'dev'],
])('a page with %s reports no exposures', async (_, previewed, shell) => {
  const untold = ['mf-plan@1.0.0'];
  const { ask, loader, requests } = await openPage({ untold, shell });
  if (shell !== 'dev')
    loader.state.setState({ features: [developmentRelease(previewed, 'http://localhost:8081')] });
  await ask();
  expect(requests[0]?.url.searchParams.has('exposed')).toBe(false);
});

test('a page that follows the registry does not return to a release that this page gave up', async () => {
  const { page, ask, loader, version } = await openPage({ path: () => '/contact' });
  loader.giveUp({ ...OLD, lastGood: NEW }, new Error('it throws'));
  page.next = { features: [OLD] };
  await ask();
  expect(version()).toBe('2.0.0');
});

test('a page that follows the registry asks with the browser’s cookie, names what it shows, and then asks for what is newer', async () => {
  const { page, ask, requests } = await openPage();
  page.next = {};
  await ask();
  page.next = null;
  await ask();
  expect(requests.map(({ credentials }) => credentials)).toEqual(['same-origin', 'same-origin']);
  expect(requests[0]?.url.searchParams.get('shows')).toBe('shell@9.0.0,mf-plan@1.0.0,mf-helpers@1.0.0');
  expect(requests.map(({ url }) => url.searchParams.get('revision'))).toEqual(['', '7']);
});

test('a feature that comes from a team’s machine stays', async () => {
  const { page, ask, loader, requests, version } = await openPage();
  loader.state.setState({ features: [developmentRelease(OLD, 'http://localhost:8081'), HELPERS] });
  page.next = { recalled: ['mf-plan'], features: [NEW] };
  page.path = '/contact';
  await ask();
  expect(requests[0]?.url.searchParams.get('shows')).toBe('shell@9.0.0,mf-helpers@1.0.0');
  expect(version()).toBe('dev');
});

test('a newer release waits while its page is shown, and takes over once another page is', async () => {
  const { page, ask, version } = await openPage();
  page.next = { features: [NEW, HELPERS] };
  await ask();
  expect(version()).toBe('1.0.0');
  page.next = null;
  page.path = '/contact';
  await ask();
  expect(version()).toBe('2.0.0');
});

test('a newer release takes over on a hidden page, never under a form', async () => {
  const { page, ask, version, loader, shown } = await openPage();
  Object.assign(page, { next: { features: [NEW] }, isHidden: true, hasForm: true });
  await ask();
  expect(version()).toBe('1.0.0');
  page.hasForm = false;
  await ask();
  expect(version()).toBe('2.0.0');
  await loader.loadFeature('mf-plan');
  expect(shown()).toBe(New);
});

test('a recalled release gives way at once, even under a form', async () => {
  const { page, ask, version, shown, happened, loader, requests } = await openPage();
  Object.assign(page, { next: { recalled: ['mf-plan'], features: [NEW] }, hasForm: true });
  const shared = 'webpackChunkmf_plan_1_0_release_hash_';
  Reflect.set(globalThis, shared, []);
  await ask();
  expect(Reflect.has(globalThis, shared)).toBe(false);
  expect(version()).toBe('2.0.0');
  expect(shown()).toBeUndefined();
  expect(happened).toEqual([
    'recall',
    'allow /features/mf-plan/2.0.0/remoteEntry.js',
    'This page was updated.',
  ]);
  // The team that waits learns at once what this page shows now.
  expect(requests.map(({ url }) => url.searchParams.get('shows'))).toEqual([
    'shell@9.0.0,mf-plan@1.0.0,mf-helpers@1.0.0',
    'shell@9.0.0,mf-plan@2.0.0,mf-helpers@1.0.0',
  ]);
  await loader.loadFeature('mf-plan');
  expect(shown()).toBe(New);
});

test('a recalled release of another page gives way, and no one is told', async () => {
  const { page, ask, version, happened } = await openPage({ path: () => '/contact' });
  page.next = { recalled: ['mf-plan'], features: [NEW] };
  await ask();
  expect(version()).toBe('2.0.0');
  expect(happened).toEqual(['recall', 'allow /features/mf-plan/2.0.0/remoteEntry.js']);
});

test('a recalled release without another is gone', async () => {
  const { page, ask, version } = await openPage();
  page.next = { recalled: ['mf-plan'] };
  await ask();
  expect(version()).toBeUndefined();
});

test('a recalled release that is still loading is not shown once it has arrived', async () => {
  const arrival = Promise.withResolvers<unknown>();
  const { loader } = loaderOver(
    [OLD],
    new Map([
      [OLD, [() => arrival.promise]],
      [NEW, [shows(NEW, New)]],
    ]),
  );
  const loading = loader.loadFeature('mf-plan');
  loader.change(OLD, NEW);
  arrival.resolve(await shows(OLD, Old)());
  await loading;
  expect(loader.state.getState().parts['mf-plan']).toBeUndefined();
  await loader.loadFeature('mf-plan');
  expect(loader.state.getState().parts['mf-plan']?.pages.plan).toBe(New);
});

test('a recalled shell reloads the page, and changes nothing in it', async () => {
  const { page, ask, version, happened } = await openPage();
  page.next = { recalled: ['shell', 'mf-plan'], reload: true, features: [NEW] };
  await ask();
  expect(happened).toEqual(['recall', 'reload']);
  expect(version()).toBe('1.0.0');
});

test('without a network, or with an answer of no use, the page stays as it is', async () => {
  const fails = async () => {
    throw new TypeError('no network');
  };
  const { ask, version } = await openPage({ fetch: fails });
  await ask();
  expect(version()).toBe('1.0.0');
});

test('another last good release arrives without loading the feature again', async () => {
  const { page, ask, loader, shown, asked, happened } = await openPage();
  page.next = { features: [{ ...OLD, lastGood: NEW }] };
  await ask();
  expect(happened).toEqual([OLD, NEW].map(({ url }) => `allow ${url}`));
  expect(loader.state.getState().features[0]?.lastGood?.version).toBe('2.0.0');
  expect(shown()).toBe(Old);
  expect(asked).toHaveLength(1);
});
