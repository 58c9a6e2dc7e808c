import type { FeatureLoader } from './load-feature.ts';

const whenIdle = (task: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task, 1000);

/** Loads these one after the other while the page has nothing better to do, so that each opens at once and offline. */
export function preloadWhenIdle([name, ...others]: readonly string[], loader: FeatureLoader): void {
  if (name === undefined) return;
  const next = () => preloadWhenIdle(others, loader);
  // A failure shows where the page is opened, and opening it tries again.
  whenIdle(() => loader.loadFeature(name).then(next, next));
}
