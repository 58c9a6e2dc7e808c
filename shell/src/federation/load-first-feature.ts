import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { featureOfPath } from '@stepwise/shared-contracts/federation/feature-of-path';
import type { FeatureLoader } from './load-feature.ts';

/** How long the first render waits for a feature that is slow, in ms. The rest of the page then comes without it. */
const PATIENCE_MS = 3000;

/**
 * Loads the feature that the page at `path` shows, so that the first render has it. Resolves as well when it fails or
 * takes too long: the feature's boundary then says what is the matter.
 */
export async function loadFirstFeature(
  loader: FeatureLoader,
  features: readonly LiveFeature[],
  path: string,
  loggedIn: boolean,
): Promise<void> {
  const first = featureOfPath(features, path, loggedIn);
  if (!first) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([loader.loadFeature(first.manifest.name).catch(() => {}), patience]);
  clearTimeout(timer);
}
