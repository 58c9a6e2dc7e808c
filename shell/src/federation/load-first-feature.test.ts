import { afterEach, expect, jest, test } from '@jest/globals';
import type { FeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import type { FeatureLoader } from './load-feature.ts';
import { loadFirstFeature } from './load-first-feature.ts';

const feature = {
  manifest: {
    name: 'mf-survey',
    title: 'The survey',
    contract: '^0.1.0',
    routes: [],
    slots: ['welcome' as const],
  },
  version: '1',
  url: '/x/remoteEntry.js',
  integrity: '',
  container: 'x',
};
const loaderOf = (loadFeature: FeatureLoader['loadFeature']): FeatureLoader => ({
  loadFeature,
  loadedFeature: () => undefined,
});

afterEach(() => {
  jest.useRealTimers();
});

test('the first render waits until the feature is here', async () => {
  let arrive = () => {};
  const loader = loaderOf(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({} as FeatureModule);
      }),
  );
  let waiting = true;
  const wait = loadFirstFeature(loader, [feature], '/', false).then(() => {
    waiting = false;
  });
  await Promise.resolve();
  expect(waiting).toBe(true);
  arrive();
  await wait;
  expect(waiting).toBe(false);
});

test('it does not wait beyond three seconds, nor for a feature that fails, nor for one it does not show', async () => {
  jest.useFakeTimers();
  const slow = loadFirstFeature(
    loaderOf(() => new Promise(() => {})),
    [feature],
    '/',
    false,
  );
  await jest.advanceTimersByTimeAsync(3000);
  await slow;
  await loadFirstFeature(
    loaderOf(() => Promise.reject(new Error('down'))),
    [feature],
    '/',
    false,
  );
  const asked: string[] = [];
  const loader = loaderOf(async (name) => {
    asked.push(name);
    return {} as FeatureModule;
  });
  await loadFirstFeature(loader, [feature], '/about', false);
  expect(asked).toEqual([]);
});
