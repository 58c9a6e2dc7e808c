import { expect, test } from '@jest/globals';
import type { FeatureLoader } from './load-feature.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';

test('features are preloaded in order, also after one that fails, and the last task follows', async () => {
  const idle: (() => unknown)[] = [];
  globalThis.requestIdleCallback = (task) => idle.push(task as () => unknown);
  const done: string[] = [];
  const loader = {
    async loadFeature(name: string) {
      done.push(name);
      if (name === 'mf-plan') throw new Error('Offline');
    },
  } as unknown as FeatureLoader;
  preloadWhenIdle(['mf-survey', 'mf-plan', 'mf-tracker'], loader, async () => {
    done.push('worker');
    throw new Error('Refused');
  });
  expect(done).toEqual([]);
  for (const task of idle) {
    task();
    await new Promise(setImmediate);
  }
  expect(done).toEqual(['mf-survey', 'mf-plan', 'mf-tracker', 'worker']);
});
