/** @jest-environment ../jest.environment.js */
import { afterEach, expect, jest, test } from '@jest/globals';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { SHARED_CONTRACTS, SHARED_PACKAGES } from '@stepwise/tooling/build/shared-modules';
import {
  containerOf,
  type Entry,
  fails,
  gives,
  hangs,
  loaderOver,
  releaseOf,
  shows,
} from '../testing/fake-releases.ts';
import { createFeatureLoader, type FeatureLoader } from './load-feature.ts';
import { sharedModules } from './shared-modules.ts';

const Plan = () => null;
const OldPlan = () => null;
const pageOf = ({ state }: FeatureLoader, name: string) => state.getState().parts[name]?.pages.plan;

/** One feature, whose attempts to load give these entries. */
function loaderOf(name: string, ...entries: Entry[]) {
  const release = releaseOf(name);
  return loaderOver([release], new Map([[release, entries]]));
}
const good = (name: string) => shows(releaseOf(name), Plan);

afterEach(() => {
  jest.useRealTimers();
});

test('a loaded feature is loaded once', async () => {
  const { loader, asked, reports } = loaderOf('mf-once', good('mf-once'));
  expect(pageOf(loader, 'mf-once')).toBeUndefined();
  await Promise.all([loader.loadFeature('mf-once'), loader.loadFeature('mf-once')]);
  await loader.loadFeature('mf-once');
  expect(pageOf(loader, 'mf-once')).toBe(Plan);
  expect(asked).toEqual(['/features/mf-once/0.1.0-00000001/remoteEntry.js']);
  expect(reports).toEqual([]);
});

const FAULTS: [string, Entry][] = [
  ['an entry that fails', fails],
  ['a container without init', gives({ get: async () => () => ({}) })],
  ['a container whose init throws', gives({ init: fails, get: async () => () => ({}) })],
  ['a chunk that fails', gives({ init: async () => {}, get: fails })],
  ['a module that throws while it runs', gives({ init: async () => {}, get: async () => () => fails() })],
  ['a module of the wrong shape', gives(containerOf({ feature: 'none' }))],
];

test.each(FAULTS)('after %s, trying again loads the feature', async (fault, broken) => {
  const name = `mf-${fault.replaceAll(' ', '-')}`;
  const { loader, asked, reports } = loaderOf(name, broken, good(name));
  await expect(loader.loadFeature(name)).rejects.toThrow();
  expect(pageOf(loader, name)).toBeUndefined();
  expect(reports).toEqual([{ feature: name, version: '0.1.0-00000001', outcome: 'failed-to-load' }]);
  await loader.loadFeature(name);
  expect(pageOf(loader, name)).toBe(Plan);
  // The second folder differs, so that no cache answers any of its files with the failure.
  expect(asked).toEqual([
    `/features/${name}/0.1.0-00000001/remoteEntry.js`,
    `/features/${name}/0.1.0-00000001/~2/remoteEntry.js`,
  ]);
});

/** A release that gives way to an older one, whose page has another address. */
function twoReleases(name: string) {
  const lastGood = releaseOf(name, '0.0.9-00000000', {
    routes: [{ path: '/old-plan', page: 'plan', access: 'anyone' }],
  });
  return { live: { ...releaseOf(name), lastGood } as LiveFeature, lastGood };
}
const inUse = ({ state }: FeatureLoader) => state.getState().features.map(({ version }) => version);

test.each(FAULTS)(
  'after %s the last good release is in use at once, with its own routes',
  async (fault, broken) => {
    const name = `mf-good-${fault.replaceAll(' ', '-')}`;
    const { live, lastGood } = twoReleases(name);
    const { loader, reports, asked } = loaderOver(
      [live],
      new Map([
        [live, [broken]],
        [lastGood, [shows(lastGood, OldPlan)]],
      ]),
    );
    await loader.loadFeature(name);
    expect(pageOf(loader, name)).toBe(OldPlan);
    expect(loader.state.getState().features[0]?.manifest.routes[0]?.path).toBe('/old-plan');
    expect(asked).toEqual([live.url, lastGood.url]);
    expect(reports).toEqual([{ feature: name, version: live.version, outcome: 'failed-to-load' }]);
    await loader.loadFeature(name);
    expect(asked).toHaveLength(2);
  },
);

const NEVER = () => new Promise<never>(() => {});

test.each<[string, Entry]>([
  ['entry never arrives', hangs],
  ['chunk never arrives', gives({ init: async () => {}, get: NEVER })],
  ['module waits for ever at its top level', gives({ init: async () => {}, get: async () => NEVER })],
])('a release whose %s gives way after ten seconds, and is reported', async (fault, broken) => {
  jest.useFakeTimers();
  const name = `mf-${fault.replaceAll(' ', '-')}`;
  const { live, lastGood } = twoReleases(name);
  const { loader, reports } = loaderOver(
    [live],
    new Map([
      [live, [broken]],
      [lastGood, [shows(lastGood, OldPlan)]],
    ]),
  );
  const loading = loader.loadFeature(name);
  await jest.advanceTimersByTimeAsync(10_000);
  await loading;
  expect(inUse(loader)).toEqual([lastGood.version]);
  expect(reports).toEqual([{ feature: name, version: live.version, outcome: 'failed-to-load' }]);
});

test('a container that never takes the shared modules is given up, and a retry loads it', async () => {
  jest.useFakeTimers();
  const silent = gives({ init: () => new Promise(() => {}), get: async () => () => ({}) });
  const { loader } = loaderOf('mf-silent', silent, good('mf-silent'));
  const outcome = expect(loader.loadFeature('mf-silent')).rejects.toMatchObject({
    name: 'FeatureTimeoutError',
  });
  await jest.advanceTimersByTimeAsync(20_000);
  await outcome;
  await loader.loadFeature('mf-silent');
  expect(pageOf(loader, 'mf-silent')).toBe(Plan);
});

test('when both releases fail neither is reported, and a retry begins with the live one', async () => {
  const { live, lastGood } = twoReleases('mf-both');
  const { loader, reports } = loaderOver(
    [live],
    new Map([
      [live, [fails, shows(live, Plan)]],
      [lastGood, [fails]],
    ]),
  );
  await expect(loader.loadFeature('mf-both')).rejects.toThrow();
  expect(reports).toEqual([]);
  await loader.loadFeature('mf-both');
  expect(pageOf(loader, 'mf-both')).toBe(Plan);
  expect(inUse(loader)).toEqual([live.version]);
});

test('a release that is given up while it shows is replaced, and blamed once', async () => {
  const { live, lastGood } = twoReleases('mf-given-up');
  const { loader, reports } = loaderOver(
    [live],
    new Map([
      [live, [shows(live, Plan)]],
      [lastGood, [fails, shows(lastGood, OldPlan)]],
    ]),
  );
  await loader.loadFeature('mf-given-up');
  loader.giveUp(live, new Error('It threw.'));
  loader.giveUp(live, new Error('It threw.'));
  expect(pageOf(loader, 'mf-given-up')).toBeUndefined();
  expect(inUse(loader)).toEqual([lastGood.version]);
  expect(reports).toEqual([{ feature: 'mf-given-up', version: live.version, outcome: 'failed-to-render' }]);

  await expect(loader.loadFeature('mf-given-up')).rejects.toThrow();
  await loader.loadFeature('mf-given-up');
  expect(pageOf(loader, 'mf-given-up')).toBe(OldPlan);
});

test('a fallback that arrives late leaves the release that took its place meanwhile', async () => {
  const { live, lastGood } = twoReleases('mf-late');
  const newer = releaseOf('mf-late', '0.2.0-00000002');
  const arrival = Promise.withResolvers<unknown>();
  const { loader } = loaderOver(
    [live],
    new Map([
      [live, [fails]],
      [lastGood, [() => arrival.promise]],
      [newer, [shows(newer, Plan)]],
    ]),
  );
  const loading = loader.loadFeature('mf-late');
  loader.change(live, newer);
  await loader.loadFeature('mf-late');
  arrival.resolve(await shows(lastGood, OldPlan)());
  await loading;
  expect(inUse(loader)).toEqual([newer.version]);
  expect(pageOf(loader, 'mf-late')).toBe(Plan);
});

test('a release without another one stays when it is given up', async () => {
  const { loader, reports } = loaderOf('mf-alone', good('mf-alone'));
  await loader.loadFeature('mf-alone');
  loader.giveUp(loader.state.getState().features[0] as LiveFeature, new Error('It threw.'));
  expect(pageOf(loader, 'mf-alone')).toBe(Plan);
  expect(reports).toHaveLength(1);
});

test('a broken container left behind in the page does not answer the retry', async () => {
  const { container } = releaseOf('mf-left');
  const { loader } = loaderOf(
    'mf-left',
    async () => {
      Reflect.set(globalThis, container, { get: fails });
      return Reflect.get(globalThis, container);
    },
    async () => {
      expect(Reflect.get(globalThis, container)).toBeUndefined();
      return good('mf-left')();
    },
  );
  await expect(loader.loadFeature('mf-left')).rejects.toThrow();
  await loader.loadFeature('mf-left');
});

test('a feature that is down costs only itself', async () => {
  const [down, up] = [releaseOf('mf-down'), releaseOf('mf-up')];
  const { loader } = loaderOver(
    [down, up],
    new Map([
      [down, [fails]],
      [up, [shows(up, Plan)]],
    ]),
  );
  const outcomes = await Promise.allSettled([loader.loadFeature('mf-down'), loader.loadFeature('mf-up')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a feature that does not answer is given up after ten seconds, and can be tried again', async () => {
  jest.useFakeTimers();
  const { loader } = loaderOf('mf-slow', hangs, good('mf-slow'));
  const outcome = expect(loader.loadFeature('mf-slow')).rejects.toMatchObject({
    name: 'FeatureTimeoutError',
  });
  await jest.advanceTimersByTimeAsync(10_000);
  await outcome;
  await loader.loadFeature('mf-slow');
  expect(pageOf(loader, 'mf-slow')).toBe(Plan);
});

test.each([
  ['page plan', { pages: {}, slots: { welcome: Plan } }],
  ['slot welcome', { pages: { plan: Plan }, slots: {} }],
])('a module that lacks the %s that its manifest names is rejected with the reason', async (part, parts) => {
  const release = releaseOf('mf-bare', '0.1.0-00000001', { slots: ['welcome'] });
  const container = containerOf({ feature: { manifest: release.manifest, ...parts } });
  const { loader } = loaderOver([release], new Map([[release, [gives(container)]]]));
  await expect(loader.loadFeature('mf-bare')).rejects.toThrow(
    `mf-bare is not a feature this shell can show: its ${part} is missing or no component.`,
  );
});

test('a feature the registry does not list is rejected', async () => {
  await expect(loaderOver([], new Map()).loader.loadFeature('mf-none')).rejects.toThrow(
    'lists no feature mf-none',
  );
});

const shellLoader = (shellPages: () => Promise<{ plan: typeof Plan }>) =>
  createFeatureLoader({ features: [], shellPages, report: () => {} });

test('the shell’s own pages are loaded once, and again after a failure', async () => {
  let times = 0;
  const loader = shellLoader(async () => {
    times += 1;
    if (times === 1) throw new Error('500');
    return { plan: Plan };
  });
  await expect(loader.loadFeature('shell')).rejects.toThrow('500');
  expect(pageOf(loader, 'shell')).toBeUndefined();
  await Promise.all([loader.loadFeature('shell'), loader.loadFeature('shell')]);
  expect(pageOf(loader, 'shell')).toBe(Plan);
  expect(times).toBe(2);
});

test('own pages that do not answer are given up after ten seconds', async () => {
  jest.useFakeTimers();
  const loader = shellLoader(() => new Promise(() => {}));
  const outcome = expect(loader.loadFeature('shell')).rejects.toMatchObject({ name: 'FeatureTimeoutError' });
  await jest.advanceTimersByTimeAsync(10_000);
  await outcome;
});

test('the shell brings exactly the modules that features leave out', () => {
  const contracts = SHARED_CONTRACTS.map((subpath) => `@stepwise/shared-contracts/${subpath}`);
  expect(Object.keys(sharedModules).sort()).toEqual([...SHARED_PACKAGES, ...contracts].sort());
});
