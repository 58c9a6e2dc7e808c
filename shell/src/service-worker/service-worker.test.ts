/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { OfflineApp } from '@stepwise/shared-contracts/federation/offline-app';

const FILES = ['/shell/12.0.0/main.js', '/features/mf-plan/2.0.0/feature.js'];
const APP: OfflineApp = {
  document: { body: 'the app', headers: { 'content-type': 'text/html' } },
  files: FILES.map((url) => ({ url })),
  versions: ['12.0.0', '2.0.0'],
  routes: [{ path: '/survey', exact: true }, { path: '/plan' }],
};

interface Route {
  match(given: { request: { mode: string }; sameOrigin: boolean }): boolean;
  handle(given: { event: object; request: Request; url: URL }): Promise<Response>;
}
let route: Route;
let precached: unknown[];
/** Which of the files the browser still has. */
let kept: string[];
jest.unstable_mockModule('workbox-navigation-preload', () => ({ enable: () => {} }));
jest.unstable_mockModule('workbox-precaching', () => ({
  precacheAndRoute: (files: unknown[]) => {
    precached = files;
  },
  matchPrecache: async (url: string) => (kept.includes(url) ? new Response('') : undefined),
}));
jest.unstable_mockModule('workbox-routing', () => ({
  registerRoute: (match: Route['match'], handle: Route['handle']) => {
    route = { match, handle };
  },
}));

const registration = { showNotification: jest.fn(async () => {}), update: jest.fn(async () => {}) };
const clients = {
  matchAll: jest.fn(async (_: object): Promise<object[]> => []),
  openWindow: jest.fn(async () => {}),
};
const removed: string[] = [];
const cache = {
  keys: async () => FILES.map((url) => ({ url: `http://localhost${url}` })),
  delete: async ({ url }: { url: string }) => removed.push(new URL(url).pathname),
};
const caches = { keys: async () => ['precache'], open: async () => cache };
Object.assign(self, { offlineApp: APP, registration, clients, caches });
await import('./service-worker.ts');

let waits: Promise<unknown>[];
const extend = <E extends object>(event: E) =>
  Object.assign(event, { waitUntil: (work: Promise<unknown>) => waits.push(work) });
const server = jest.fn<typeof fetch>();

beforeEach(() => {
  kept = [...FILES];
  waits = [];
  removed.length = 0;
  Object.assign(globalThis, { fetch: server });
  server.mockReset().mockRejectedValue(new TypeError('no network'));
  for (const { showNotification, update } of [registration])
    for (const each of [showNotification, update]) each.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

async function open(path: string, preloadResponse?: Promise<Response | undefined>): Promise<string> {
  const url = new URL(path, 'http://localhost');
  const answer = await route.handle({ event: extend({ preloadResponse }), request: new Request(url), url });
  await Promise.all(waits);
  return answer.type === 'error' ? 'no answer' : answer.text();
}

test('every file is kept as what its address has for ever, and navigations on this site are answered', () => {
  expect(precached).toEqual(FILES.map((url) => ({ url, revision: null })));
  const matches = (mode: string, sameOrigin: boolean) => route.match({ request: { mode }, sameOrigin });
  expect([matches('navigate', true), matches('navigate', false), matches('cors', true)]).toEqual([
    ...[true, false, false],
  ]);
});

test.each([
  ...[
    '/',
    '/sign-up',
    '/login',
    '/login/again',
    '/about',
    '/about/more',
    '/survey',
    '/plan',
    '/plan/summary',
  ],
])('without a server %s is the app of this device', async (path) => {
  expect(await open(path)).toBe('the app');
});

test.each(['/survey/more', '/sign-up/more', '/planner', '/account/help', '/documents/my-information.pdf'])(
  'without a server %s, which is no page of the app, has no answer',
  async (path) => {
    expect(await open(path)).toBe('no answer');
  },
);

test('without a server nothing is shown of an app of which a file is gone', async () => {
  kept.pop();
  expect(await open('/plan')).toBe('no answer');
  server.mockResolvedValue(new Response('Bad gateway', { status: 502 }));
  expect(await open('/plan')).toBe('Bad gateway');
});

test.each([
  [200, 'of the server'],
  [404, 'of the server'],
  [500, 'of the server'],
  [502, 'the app'],
  [503, 'the app'],
  [504, 'the app'],
])('an answer with status %i is %s', async (status, expected) => {
  server.mockResolvedValue(new Response('of the server', { status }));
  expect(await open('/plan')).toBe(expected);
});

test('the answer that the browser has asked for already is taken, and no second one', async () => {
  for (const path of ['/plan', '/account/help'])
    expect(await open(path, Promise.resolve(new Response('asked for already')))).toBe('asked for already');
  expect(server).not.toHaveBeenCalled();
});

test('a server that does not answer for ten seconds is none', async () => {
  jest.useFakeTimers();
  const answered = Promise.withResolvers<Response>();
  server.mockReturnValue(answered.promise);
  let shown = '';
  void open('/plan').then((text) => {
    shown = text;
  });
  await jest.advanceTimersByTimeAsync(9_999);
  expect(waits).toHaveLength(1);
  answered.resolve(new Response('just in time'));
  await jest.advanceTimersByTimeAsync(0);
  expect(shown).toBe('just in time');

  server.mockReturnValue(new Promise(() => {}));
  const url = new URL('http://localhost/plan');
  const late = route.handle({ event: extend({}), request: new Request(url), url });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await (await late).text()).toBe('the app');
});

test.each([
  ['the releases that are kept', '2.0.0 12.0.0', []],
  ['one of them only', '12.0.0 3.0.0', ['/features/mf-plan/2.0.0/feature.js']],
  ['none of them', undefined, []],
])('where the server names %s, what it names no longer is deleted', async (_, releases, expected) => {
  const headers: Record<string, string> = releases ? { 'stepwise-releases': releases } : {};
  server.mockResolvedValue(new Response('', { headers }));
  await open('/plan');
  expect(removed).toEqual(expected);
  expect(registration.update).toHaveBeenCalledTimes(expected.length);
});

test('a message is shown in the place of the one before, and opens Home in the window that is there', async () => {
  const data = { json: () => ({ title: 'Stepwise', body: 'Your check-up' }) };
  window.dispatchEvent(extend(Object.assign(new Event('push'), { data })));
  window.dispatchEvent(extend(new Event('push')));
  expect(registration.showNotification.mock.calls).toEqual([
    ['Stepwise', { body: 'Your check-up', tag: 'reminder' }],
    ['', { body: '', tag: 'reminder' }],
  ]);
  const notification = { close: jest.fn() };
  const press = async () => {
    window.dispatchEvent(extend(Object.assign(new Event('notificationclick'), { notification })));
    await Promise.all(waits);
  };
  await press();
  expect(clients.openWindow.mock.calls).toEqual([['/']]);
  const focus = jest.fn(async () => {});
  clients.matchAll.mockResolvedValue([{ focus }, { focus: () => Promise.reject(new Error('another')) }]);
  await press();
  expect(clients.matchAll).toHaveBeenCalledWith({ type: 'window' });
  expect(clients.openWindow).toHaveBeenCalledTimes(1);
  expect(focus).toHaveBeenCalledTimes(1);
  expect(notification.close).toHaveBeenCalledTimes(2);
});
