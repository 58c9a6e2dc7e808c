import {
  canaryRelease,
  isRecalled,
  liveRelease,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import type { RegistryNews } from '@stepwise/shared-contracts/federation/registry-news';
import { findMismatches } from '../../release-api/release-checks.ts';
import { describeFeature, insteadOf } from '../document/choose-features.ts';

/**
 * What a page that shows these releases does about the registry. A page stays in a canary and enters none; a feature
 * changes in place where the page's own shell suits its live release.
 */
export function readNews(registry: Registry, shows: ReadonlyMap<string, string>): RegistryNews {
  const shell = releasesOf(registry, SHELL).find(({ metadata }) => metadata.version === shows.get(SHELL));
  const targets = [...shows.keys()]
    .filter((name) => name !== SHELL)
    .flatMap((name) => {
      const target = targetOf(registry, name, shows.get(name));
      return target ? [{ name, target }] : [];
    });
  const suits = ({ name, target }: (typeof targets)[number]) =>
    shell !== undefined && findMismatches(shell, name, target).length === 0;
  const recalled = [...shows].flatMap(([name, version]) =>
    isRecalled(registry, name, version) ? [name] : [],
  );
  return {
    revision: registry.revision,
    recalled,
    reload: targets
      .filter((each) => !suits(each))
      .map(({ name }) => name)
      .concat(SHELL)
      .some((name) => recalled.includes(name)),
    features: targets.filter(suits).flatMap(({ name, target }) => {
      const feature = describeFeature(target);
      const lastGood = describeFeature(insteadOf(registry, name, target));
      return feature ? [{ ...feature, ...(lastGood && { lastGood }) }] : [];
    }),
  };
}

const releasesOf = (registry: Registry, name: string): readonly Release[] =>
  Object.hasOwn(registry.microFrontends, name) ? (registry.microFrontends[name] ?? []) : [];

function targetOf(registry: Registry, name: string, shown: string | undefined): Release | undefined {
  if (releasesOf(registry, name).length === 0) return undefined;
  const canary = canaryRelease(registry, name);
  return canary?.metadata.version === shown ? canary : liveRelease(registry, name);
}
