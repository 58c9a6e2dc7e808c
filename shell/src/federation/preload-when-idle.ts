import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureLoader } from './load-feature.ts';

const whenIdle = (task: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task, 1000);

/** Loads the features one after the other while the page has nothing better to do, so that each opens at once. */
export function preloadWhenIdle(features: readonly LiveFeature[], loader: FeatureLoader): void {
  const [feature, ...others] = features;
  if (!feature) return;
  const next = () => preloadWhenIdle(others, loader);
  // A failure shows where the feature is opened, and opening it tries again.
  whenIdle(() => loader.loadFeature(feature.manifest.name).then(next, next));
}
