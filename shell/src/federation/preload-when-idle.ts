import type { FeatureLoader } from './load-feature.ts';

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task, 1000);
};

/**
 * Loads these one after the other while the page has nothing better to do, so that each opens at once and offline. Then
 * runs the last task, whose failure costs nothing but what it would have done.
 */
export function preloadWhenIdle(
  [name, ...others]: readonly string[],
  loader: FeatureLoader,
  last: () => Promise<void>,
): void {
  if (name === undefined) {
    whenIdle(() => last().catch(() => {}));
    return;
  }
  const next = () => preloadWhenIdle(others, loader, last);
  // A failure shows where the page is opened, and opening it tries again.
  whenIdle(() => loader.loadFeature(name).then(next, next));
}
