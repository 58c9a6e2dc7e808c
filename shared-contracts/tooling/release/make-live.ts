import { hostname, userInfo } from 'node:os';
import { liveRelease, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import type { FlipAction, HistoryEntry } from '@stepwise/shared-contracts/release/publish-messages';
import { flipTo } from './flip.ts';
import { changeRegistry, readHistory, readRegistry } from './registry-store.ts';

/** Who moves a pointer from this machine. */
export const localUser = (): string => `${userInfo().username} at ${hostname()}`;

const DELIBERATE: readonly FlipAction[] = ['to', 'rollback', 'canary', 'promote', 'withdrawn'];

/**
 * Makes what a checkout has built live, by package name, as `npm start` does. A package that somebody rolled back,
 * pinned or gave to a canary stays as they left it until its sources make a version that is new here.
 */
export async function makeLive(
  releases: string,
  built: ReadonlyMap<string, Release | undefined>,
): Promise<Registry> {
  const history = await readHistory(releases);
  let registry = await readRegistry(releases);
  for (const [name, release] of built) {
    const live = liveRelease(registry, name)?.metadata.version;
    if (!release || release.metadata.version === live) continue;
    if (isLeftAlone(history, name, release.metadata.version)) continue;
    registry = await changeRegistry(releases, registry.revision, flipTo(registry, name, release, 'build'), {
      who: localUser(),
      at: new Date(),
    });
  }
  return registry;
}

function isLeftAlone(history: readonly HistoryEntry[], name: string, version: string): boolean {
  const ours = history.filter((entry) => entry.package === name);
  const isKnown = ours.some(({ from, to }) => from === version || to === version);
  return isKnown && DELIBERATE.includes(ours.at(-1)?.action ?? 'build');
}
