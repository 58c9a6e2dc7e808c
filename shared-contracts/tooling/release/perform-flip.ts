import {
  type CallShape,
  canaryRelease,
  lastGoodRelease,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { findFaults, GateError } from '@stepwise/shared-contracts/release/gate';
import type { FlipOrder, HistoryEntry } from '@stepwise/shared-contracts/release/publish-messages';
import { type Flip, FlipError, flipBack, flipCanary, flipPromote, flipTo, flipWithdraw } from './flip.ts';
import { changeRegistry, readHistory, readRegistry } from './registry-store.ts';
import { readRelease } from './release-folders.ts';

/**
 * Moves a package's pointer in a releases' folder, once the release to go live has passed the gate. Throws FlipError,
 * GateError or RegistryConflictError, and has then changed nothing.
 */
export async function performFlip(
  releases: string,
  name: string,
  order: FlipOrder,
  { who, at, calls }: { who: string; at: Date; calls: readonly CallShape[] },
): Promise<Flip> {
  const registry = await readRegistry(releases);
  const flip = await decide(releases, name, order, registry);
  // Taking a canary back gives people what is live already.
  if (!(order.action === 'rollback' && canaryRelease(registry, name))) {
    const release = await findRelease(releases, name, flip.to);
    const faults = await findFaults({ name, release, releases, registry, calls });
    if (faults.length > 0) throw new GateError(name, flip.to, faults);
  }
  const reliesOn = name === SHELL ? Object.keys(registry.microFrontends) : [SHELL];
  await changeRegistry(releases, order.revision, flip, { who, at }, reliesOn);
  return flip;
}

async function decide(
  releases: string,
  name: string,
  { action, version = '', traffic = Number.NaN }: FlipOrder,
  registry: Registry,
): Promise<Flip> {
  switch (action) {
    case 'promote':
      return flipPromote(registry, name);
    case 'rollback':
      return flipWithdraw(registry, name, 'rollback') ?? goBack(releases, name, registry);
    case 'canary':
      return flipCanary(registry, name, await findRelease(releases, name, version), traffic);
    default:
      return flipTo(registry, name, await findRelease(releases, name, version), action);
  }
}

async function goBack(releases: string, name: string, registry: Registry): Promise<Flip> {
  const history = await readHistory(releases);
  const left = registry.microFrontends[name]?.[0]?.metadata.version;
  const target = lastGoodRelease(registry, name)?.metadata.version ?? versionBefore(history, name, left);
  if (!target)
    throw new FlipError(`${name} has no release before this one. Choose one with --to VERSION; see --list.`);
  const before = versionBefore(history, name, target);
  return flipBack(
    registry,
    name,
    await findRelease(releases, name, target),
    before && before !== left ? await readRelease(releases, { name, version: before }) : undefined,
  );
}

/** What everybody had before a version went live the last time. */
const versionBefore = (
  history: readonly HistoryEntry[],
  name: string,
  version?: string,
): string | undefined =>
  history.findLast(
    ({ package: of, action, to }) =>
      of === name && to === version && action !== 'rollback' && action !== 'withdrawn' && action !== 'canary',
  )?.from ?? undefined;

async function findRelease(releases: string, name: string, version: string): Promise<Release> {
  // A version is part of a path.
  const release = /^\d[\w.+-]*$/.test(version) && (await readRelease(releases, { name, version }));
  if (!release) throw new FlipError(`There is no release ${version} of ${name} here; see --list.`);
  return release;
}
