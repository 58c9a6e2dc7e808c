/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { shellMissing, shellWatchdog } from './shell-watchdog.ts';

const ENTRY = '/shell/1.0.0/main.js';
const shell = { url: ENTRY, metadata: { version: '1.0.0', integrity: '' } } as Release;
const element = shellWatchdog(shell, 'n');
const [, script = ''] = /^<script[^>]*>(.*)<\/script>$/s.exec(element) ?? [];

let listeners: Map<string, (event: object) => void>;
let reports: { body: unknown; token: string | undefined }[];
let reloads: number;
/** What the server answers to a report; null where it cannot be reached. */
let status: number | null;
let storage: Pick<Storage, 'getItem' | 'setItem'>;
/** Called while the report is under way. */
let meanwhile: () => void;

/** The server, as one test’s documents reach it: those of other tests still listen. */
const serverOf =
  (own: typeof reports) =>
  async (_: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    own.push({ body: JSON.parse(body), token: headers['x-csrftoken'] });
    meanwhile();
    if (status === null) throw new TypeError('away');
    return { status };
  };

/** Reads the document, as a load of the page does. */
function read(app = ''): void {
  document.body.innerHTML = `${element}<div id="app">${app}</div>${shellMissing(buildSiteContent(), false)}
    <script type="inert" src="${ENTRY}"></script><script type="inert" src="/features/mf-plan/1.0.0/main.js"></script>`;
  Object.defineProperty(document, 'currentScript', { configurable: true, value: document.scripts[0] });
  listeners = new Map();
  const listen = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
  const location = {
    reload: () => {
      reloads += 1;
    },
  };
  const names = ['addEventListener', 'fetch', 'location', 'sessionStorage'];
  new Function(...names, script)(listen, serverOf(reports), location, storage);
}
const app = () => document.getElementById('app') as HTMLElement;
const hasWords = () => app().textContent?.includes('is not working right now');
const [ofShell, ofFeature] = [1, 2];
const settle = () => jest.advanceTimersByTimeAsync(0);
async function fail(event: object, type = 'error'): Promise<void> {
  listeners.get(type)?.(event);
  await settle();
}
const failToLoad = () => fail({ target: document.scripts[ofShell] });
const outcomes = () => reports.map(({ body }) => (body as { outcome: string }).outcome);

beforeEach(() => {
  jest.useFakeTimers();
  [reports, reloads, status, meanwhile] = [[], 0, 204, () => {}];
  const kept = new Map<string, string>();
  storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  // biome-ignore lint/suspicious/noDocumentCookie: the script reads it.
  document.cookie = 'csrftoken=the token';
  document.documentElement.removeAttribute('data-old-browser');
});
afterEach(() => {
  jest.useRealTimers();
});

test('a shell that does not load is reported, the page loads once more, and then says whom to call', async () => {
  read();
  await failToLoad();
  const body = { feature: 'shell', version: '1.0.0', outcome: 'failed-to-load' };
  expect(reports).toEqual([{ body, token: 'the token' }]);
  expect([reloads, hasWords()]).toEqual([1, false]);
  read();
  await failToLoad();
  await failToLoad();
  expect([reports.length, reloads, hasWords()]).toEqual([2, 1, true]);
});

test.each([
  ['another script does not load', 'error', () => ({ target: document.scripts[ofFeature] }), []],
  ['a feature throws', 'error', () => ({ filename: `${location.origin}/features/mf-plan/1.0.0/a.js` }), []],
  ['it throws', 'error', () => ({ filename: `${location.origin}${ENTRY}` }), ['failed-to-render']],
  [
    'it rejects',
    'unhandledrejection',
    () => ({ reason: { stack: `at ${ENTRY}:1:2` } }),
    ['failed-to-render'],
  ],
  [
    'another version rejects',
    'unhandledrejection',
    () => ({ reason: { stack: 'at /shell/2.0.0/main.js' } }),
    [],
  ],
  ['something without a stack rejects', 'unhandledrejection', () => ({ reason: undefined }), []],
])('where %s, the report says so of the shell only', async (_, type, event, expected) => {
  read();
  await fail(event(), type);
  expect(outcomes()).toEqual(expected);
});

test.each([
  ['', ['failed-to-render']],
  ['<main></main>', []],
])('a shell that has loaded and shows %j after 45 seconds is reported as %j', async (shown, expected) => {
  read(shown);
  document.scripts[ofShell]?.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(44_999);
  expect(reports).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(outcomes()).toEqual(expected);
});

test('the server’s markup is nothing that the shell shows, and the words stand within it', async () => {
  status = null;
  read('<header></header><main>Read me</main>');
  app().setAttribute('data-server-markup', '');
  await failToLoad();
  expect(outcomes()).toEqual(['failed-to-load']);
  expect(app().querySelector('main')?.textContent).toMatch(/is not working right now[\s\S]*Read me$/);
});

test.each([
  [null, 0],
  [503, 0],
  [499, 1],
])('where the server answers %s to the report, the page loads again %i times', async (answer, times) => {
  status = answer;
  read();
  await failToLoad();
  expect([reloads, hasWords()]).toEqual([times, times === 0]);
});

test('a tab that cannot use its storage does not load again', async () => {
  storage.getItem = () => {
    throw new Error('denied');
  };
  read();
  await failToLoad();
  expect([reloads, hasWords()]).toEqual([0, true]);
});

test('a shell that comes while it is reported stays as it is', async () => {
  meanwhile = () => {
    app().innerHTML = '<main></main>';
  };
  read();
  await failToLoad();
  expect([reloads, app().innerHTML]).toEqual([0, '<main></main>']);
});

test('a browser that is too old reports nothing', async () => {
  document.documentElement.setAttribute('data-old-browser', '');
  read();
  await failToLoad();
  expect([listeners.size, reports]).toEqual([0, []]);
});
