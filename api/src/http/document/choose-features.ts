import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';

/**
 * The features in the order of their names, each with the release that this person gets and what takes its place where
 * it fails: the live one for those on a canary, the last good one for everybody else.
 */
export function chooseFeatures(registry: Registry, person: string): LiveFeature[] {
  return Object.keys(registry.microFrontends)
    .filter((name) => name !== SHELL)
    .sort()
    .flatMap((name) => {
      const release = chooseRelease(registry, name, person);
      const isCanary = release !== undefined && release === canaryRelease(registry, name);
      const feature = describe(release);
      const lastGood = describe((isCanary ? liveRelease : lastGoodRelease)(registry, name));
      return feature ? [{ ...feature, ...(lastGood && { lastGood }) }] : [];
    });
}

function describe(release: Release | undefined): LiveFeature | undefined {
  const { manifest, container } = release?.extras ?? {};
  if (!release || !manifest || !container) return undefined;
  return { manifest, container, url: release.url, ...release.metadata };
}
