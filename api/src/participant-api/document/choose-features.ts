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

/** What takes a release's place where it fails: the live one that of a canary, the last good one that of any other. */
export function insteadOf(
  registry: Registry,
  name: string,
  release: Release | undefined,
): Release | undefined {
  const isCanary = release !== undefined && release === canaryRelease(registry, name);
  return (isCanary ? liveRelease : lastGoodRelease)(registry, name);
}

/**
 * The features in the order of their names, each with the release that this person gets and what takes its place where
 * it fails.
 */
export function chooseFeatures(registry: Registry, person: string): LiveFeature[] {
  return Object.keys(registry.microFrontends)
    .filter((name) => name !== SHELL)
    .sort()
    .flatMap((name) => {
      const release = chooseRelease(registry, name, person);
      const feature = describeFeature(release);
      const lastGood = describeFeature(insteadOf(registry, name, release));
      return feature ? [{ ...feature, ...(lastGood && { lastGood }) }] : [];
    });
}

/** What a browser needs to know of a feature’s release; undefined for what is none. */
export function describeFeature(release: Release | undefined): LiveFeature | undefined {
  const { manifest, container } = release?.extras ?? {};
  if (!release || !manifest || !container) return undefined;
  return { manifest, container, url: release.url, ...release.metadata };
}
