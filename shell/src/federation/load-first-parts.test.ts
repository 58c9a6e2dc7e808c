/** @jest-environment ../jest.environment.js */
import { afterEach, expect, jest, test } from '@jest/globals';
import { createStore } from 'zustand/vanilla';
import type { FeatureLoader } from './load-feature.ts';
import { loadFirstParts } from './load-first-parts.ts';

const feature = {
  manifest: {
    name: 'mf-survey',
    title: 'The survey',
    contract: '^0.1.0',
    routes: [{ path: '/survey', exact: true, page: 'survey', access: 'anyone' as const }],
    slots: ['welcome' as const],
  },
  version: '1',
  url: '/x/remoteEntry.js',
  integrity: '',
  container: 'x',
};
const loaderOf = (loadFeature: FeatureLoader['loadFeature']): FeatureLoader => ({
  loadFeature,
  state: createStore(() => ({ features: [], parts: {} })),
  change: () => {},
  giveUp: () => {},
  setAside: () => {},
  isLeft: () => false,
});

afterEach(() => {
  jest.useRealTimers();
});

test('the first render waits until the feature is here', async () => {
  let arrive = () => {};
  const loader = loaderOf(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve();
      }),
  );
  let waiting = true;
  const wait = loadFirstParts(loader, [feature], '/', false).then(() => {
    waiting = false;
  });
  await Promise.resolve();
  expect(waiting).toBe(true);
  arrive();
  await wait;
  expect(waiting).toBe(false);
});

test('the first paint does not wait beyond three seconds, nor for a feature that fails', async () => {
  jest.useFakeTimers();
  const slow = loadFirstParts(
    loaderOf(() => new Promise(() => {})),
    [feature],
    '/',
    false,
  );
  await jest.advanceTimersByTimeAsync(3000);
  await slow;
  await loadFirstParts(
    loaderOf(() => Promise.reject(new Error('down'))),
    [feature],
    '/',
    false,
  );
});

test.each([
  ['/', false, ['mf-survey']],
  ['/', true, ['mf-tracker', 'shell']],
  ['/plan', true, ['mf-plan']],
  ['/plan', false, ['shell']],
  ['/plan/summary', true, ['mf-plan']],
  ['/planner', true, ['shell']],
  ['/survey', false, ['mf-survey']],
  ['/survey/more', false, ['shell']],
  ['/login', false, ['shell']],
  ['/about', true, ['shell']],
])('%s, logged in %s, needs %j', async (path, loggedIn, names) => {
  const asked: string[] = [];
  const loader = loaderOf(async (name) => {
    asked.push(name);
  });
  const plan = { path: '/plan', page: 'plan', access: 'participant' as const };
  const features = [
    feature,
    {
      ...feature,
      manifest: { ...feature.manifest, name: 'mf-tracker', routes: [], slots: ['home-timeline' as const] },
    },
    { ...feature, manifest: { ...feature.manifest, name: 'mf-plan', routes: [plan], slots: [] } },
  ];
  await loadFirstParts(loader, features, path, loggedIn);
  expect(asked).toEqual(names);
});
