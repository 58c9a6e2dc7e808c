import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { SHARED_CONTRACTS, SHARED_PACKAGES } from '@stepwise/shared-contracts/build/shared-modules';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { createFeatureLoader } from './load-feature.ts';
import { shareScope } from './shared-modules.ts';

const live = (name: string): LiveFeature => ({
  manifest: {
    name,
    title: name,
    contract: '^0.1.0',
    routes: [{ path: '/plan', page: 'plan', access: 'participant' }],
    slots: [],
  },
  version: '0.1.0-00000001',
  url: `/features/${name}/0.1.0-00000001/remoteEntry.js`,
  integrity: 'sha384-x',
  container: `${name}_1`.replace(/\W/g, '_'),
});

const Plan = () => null;
const moduleOf = (name: string) => ({
  feature: { manifest: live(name).manifest, pages: { plan: Plan }, slots: {} },
});
const containerOf = (module: unknown) => ({ init: async () => {}, get: async () => () => module });

type Entry = () => Promise<unknown>;
let asked: string[];

/** Answers each attempt to load an entry script with the next of `answers`; the last one repeats. */
const entries = (answers: Record<string, Entry[]>): ModuleFederationRuntimePlugin => ({
  name: 'fake-entries',
  loadEntry: async ({ remoteInfo }) => {
    const { pathname } = new URL(remoteInfo.entry);
    asked.push(pathname);
    const queue = answers[pathname.split('/')[2] as string] as Entry[];
    return (await (queue.length > 1 ? (queue.shift() as Entry) : (queue[0] as Entry))()) as never;
  },
});
const gives =
  (container: unknown): Entry =>
  async () =>
    container;
const fails: Entry = async () => {
  throw new Error('500');
};
const noPages = async () => ({});
const loaderOf = (answers: Record<string, Entry[]>) =>
  createFeatureLoader({
    features: Object.keys(answers).map(live),
    shellPages: noPages,
    plugins: [entries(answers)],
  });

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  jest.useRealTimers();
});

test('a loaded feature is loaded once', async () => {
  const loader = loaderOf({ 'mf-once': [gives(containerOf(moduleOf('mf-once')))] });
  expect(loader.loadedFeature('mf-once')).toBeUndefined();
  const [first, second] = await Promise.all([loader.loadFeature('mf-once'), loader.loadFeature('mf-once')]);
  expect(first.pages.plan).toBe(Plan);
  expect(second).toBe(first);
  expect(loader.loadedFeature('mf-once')).toBe(first);
  expect(asked).toEqual(['/features/mf-once/0.1.0-00000001/remoteEntry.js']);
});

const good = (name: string) => gives(containerOf(moduleOf(name)));
test.each<[string, Entry]>([
  ['an entry that fails', fails],
  ['a container without init', gives({ get: async () => () => ({}) })],
  ['a container whose init throws', gives({ init: fails, get: async () => () => ({}) })],
  ['a chunk that fails', gives({ init: async () => {}, get: fails })],
  ['a module that throws while it runs', gives({ init: async () => {}, get: async () => () => fails() })],
  ['a module of the wrong shape', gives(containerOf({ feature: 'none' }))],
])('after %s, trying again loads the feature', async (fault, broken) => {
  // A name per case: the runtime remembers entries beyond one instance.
  const name = `mf-${fault.replaceAll(' ', '-')}`;
  const loader = loaderOf({ [name]: [broken, good(name)] });
  await expect(loader.loadFeature(name)).rejects.toThrow();
  expect(loader.loadedFeature(name)).toBeUndefined();
  expect((await loader.loadFeature(name)).pages.plan).toBe(Plan);
  // The second folder differs, so that no cache answers any of its files with the failure.
  expect(asked).toEqual([
    `/features/${name}/0.1.0-00000001/remoteEntry.js`,
    `/features/${name}/0.1.0-00000001/~2/remoteEntry.js`,
  ]);
});

test('a broken container left behind in the page does not answer the retry', async () => {
  const feature = live('mf-left');
  const loader = createFeatureLoader({
    features: [feature],
    shellPages: noPages,
    plugins: [
      entries({
        'mf-left': [
          async () => {
            Reflect.set(globalThis, feature.container, { get: fails });
            return Reflect.get(globalThis, feature.container);
          },
          async () => {
            expect(Reflect.get(globalThis, feature.container)).toBeUndefined();
            return containerOf(moduleOf('mf-left'));
          },
        ],
      }),
    ],
  });
  await expect(loader.loadFeature('mf-left')).rejects.toThrow();
  await loader.loadFeature('mf-left');
});

test('a feature that is down costs only itself', async () => {
  const loader = loaderOf({ 'mf-down': [fails], 'mf-up': [good('mf-up')] });
  const [down, up] = await Promise.allSettled([loader.loadFeature('mf-down'), loader.loadFeature('mf-up')]);
  expect([down.status, up.status]).toEqual(['rejected', 'fulfilled']);
});

test('a feature that does not answer is given up after ten seconds, and can be tried again', async () => {
  jest.useFakeTimers();
  const loader = loaderOf({ 'mf-slow': [() => new Promise(() => {}), good('mf-slow')] });
  const outcome = expect(loader.loadFeature('mf-slow')).rejects.toMatchObject({
    name: 'FeatureTimeoutError',
  });
  await jest.advanceTimersByTimeAsync(10_000);
  await outcome;
  expect((await loader.loadFeature('mf-slow')).pages.plan).toBe(Plan);
});

test('a module that lacks a page its manifest names is refused, saying so', async () => {
  const { feature } = moduleOf('mf-bare');
  const loader = loaderOf({ 'mf-bare': [gives(containerOf({ feature: { ...feature, pages: {} } }))] });
  await expect(loader.loadFeature('mf-bare')).rejects.toThrow(
    'mf-bare is not a feature this shell can show: its page plan is missing or no component.',
  );
});

test('a feature the registry does not list is refused', async () => {
  await expect(loaderOf({}).loadFeature('mf-none')).rejects.toThrow('lists no feature mf-none');
});

test('the shell’s own pages are loaded once, and anew after a failure', async () => {
  let times = 0;
  const shellPages = async () => {
    times += 1;
    if (times === 1) throw new Error('500');
    return { about: Plan };
  };
  const loader = createFeatureLoader({ features: [], shellPages });
  await expect(loader.loadFeature('shell')).rejects.toThrow('500');
  expect(loader.loadedFeature('shell')).toBeUndefined();
  const [first, second] = await Promise.all([loader.loadFeature('shell'), loader.loadFeature('shell')]);
  expect(first.pages.about).toBe(Plan);
  expect(second).toBe(first);
  expect(loader.loadedFeature('shell')).toBe(first);
  expect(times).toBe(2);
});

test('own pages that do not answer are given up after ten seconds', async () => {
  jest.useFakeTimers();
  const loader = createFeatureLoader({ features: [], shellPages: () => new Promise(() => {}) });
  const outcome = expect(loader.loadFeature('shell')).rejects.toMatchObject({ name: 'FeatureTimeoutError' });
  await jest.advanceTimersByTimeAsync(10_000);
  await outcome;
});

test('the shell brings exactly the modules that features leave out', () => {
  const contracts = SHARED_CONTRACTS.map((subpath) => `@stepwise/shared-contracts/${subpath}`);
  expect(Object.keys(shareScope).sort()).toEqual([...SHARED_PACKAGES, ...contracts].sort());
});
