import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { featureOfPath } from '@stepwise/shared-contracts/federation/feature-of-path';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import type { FeatureLoader } from './load-feature.ts';

/** How long the first render waits for a part that is slow, in ms. The rest of the page then comes without it. */
const LOAD_TIMEOUT_MS = 3000;

/**
 * Loads what the page at `path` shows, so that the first render has it: a feature, the shell's own pages, or both (a
 * participant's home). Resolves as well when it fails or takes too long: its boundary then says what is the matter.
 */
export async function loadFirstParts(
  loader: FeatureLoader,
  features: readonly LiveFeature[],
  path: string,
  loggedIn: boolean,
): Promise<void> {
  const feature = featureOfPath(features, path, loggedIn);
  const wanted = feature ? [feature.manifest.name] : [];
  if (!feature || (path === '/' && loggedIn)) wanted.push(SHELL);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOAD_TIMEOUT_MS);
  });
  await Promise.race([Promise.allSettled(wanted.map((name) => loader.loadFeature(name))), patience]);
  clearTimeout(timer);
}
