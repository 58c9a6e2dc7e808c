import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Registry,
  type Release,
} from '@stepwise/shared-contracts/federation/registry';
import type { FlipAction } from '@stepwise/shared-contracts/release/publish-messages';

/** A change of one package's pointer, to be made by `changeRegistry`. */
export interface Flip {
  name: string;
  action: FlipAction;
  /** The version that was live for these people before; null for a package's first release. */
  from: string | null;
  to: string;
  /** Per cent of the people who get `to`. */
  traffic: number;
  releases: Release[];
}

/** A pointer that cannot be moved this way. Its message says why and what to do instead. */
export class FlipError extends Error {
  override name = 'FlipError';
}

export const CANARY_LIMIT = 50;

const withTraffic = (release: Release, traffic: number, isDefault: boolean): Release => ({
  ...release,
  deployment: { traffic, default: isDefault },
});

function arrange(
  live: Release,
  { canary, lastGood }: { canary?: Release | undefined; lastGood?: Release | undefined },
): Release[] {
  const traffic = canary?.deployment?.traffic ?? 0;
  return [
    withTraffic(live, 100 - traffic, true),
    ...(canary ? [canary] : []),
    ...(lastGood ? [withTraffic(lastGood, 0, false)] : []),
  ];
}

/** Gives a release to everybody. What was live before becomes the last good one, and a canary ends. */
export function flipTo(
  registry: Registry,
  name: string,
  release: Release,
  action: 'build' | 'release' | 'to' | 'promote' = 'to',
): Flip {
  const live = liveRelease(registry, name);
  const { version } = release.metadata;
  const lastGood = live?.metadata.version === version ? lastGoodRelease(registry, name) : live;
  return {
    name,
    action,
    from: live?.metadata.version ?? null,
    to: version,
    traffic: 100,
    releases: arrange(release, { lastGood }),
  };
}

/** Gives a release to some of the people. Throws FlipError where it cannot be tried that way. */
export function flipCanary(registry: Registry, name: string, release: Release, traffic: number): Flip {
  const live = liveRelease(registry, name);
  const { version } = release.metadata;
  if (!Number.isInteger(traffic) || traffic < 1 || traffic > CANARY_LIMIT)
    throw new FlipError(`A canary takes a whole number from 1 to ${CANARY_LIMIT} per cent of the people.`);
  if (!live)
    throw new FlipError(`${name} has no live release yet, so there is nothing to try a canary beside.`);
  if (live.metadata.version === version)
    throw new FlipError(`${name} ${version} is live for everybody already. Change the feature first.`);
  return {
    name,
    action: 'canary',
    from: live.metadata.version,
    to: version,
    traffic,
    releases: arrange(live, {
      canary: withTraffic(release, traffic, false),
      lastGood: lastGoodRelease(registry, name),
    }),
  };
}

/** Gives the canary to everybody. Throws FlipError when there is none. */
export function flipPromote(registry: Registry, name: string): Flip {
  const canary = canaryRelease(registry, name);
  if (!canary) throw new FlipError(`${name} has no canary. Start one with --canary 10.`);
  return flipTo(registry, name, canary, 'promote');
}

/** Takes the canary back, so that everybody gets the live release. Undefined when there is none. */
export function flipWithdraw(
  registry: Registry,
  name: string,
  action: 'withdrawn' | 'rollback' = 'withdrawn',
): Flip | undefined {
  const live = liveRelease(registry, name);
  const canary = canaryRelease(registry, name);
  if (!live || !canary) return undefined;
  return {
    name,
    action,
    from: canary.metadata.version,
    to: live.metadata.version,
    traffic: 100,
    releases: arrange(live, { lastGood: lastGoodRelease(registry, name) }),
  };
}

/** Gives the release before to everybody. The one that is left behind is no last good one; `lastGood` may be another. */
export function flipBack(registry: Registry, name: string, release: Release, lastGood?: Release): Flip {
  return {
    name,
    action: 'rollback',
    from: liveRelease(registry, name)?.metadata.version ?? null,
    to: release.metadata.version,
    traffic: 100,
    releases: arrange(release, { lastGood }),
  };
}
