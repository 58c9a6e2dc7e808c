import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { CANARY_LIMIT, type HistoryEntry } from '@stepwise/shared-contracts/release/release-api';
import { AppError } from '../platform/errors/app-error.ts';

/** Who gets which release of a package, by version. */
export interface Deployment {
  /** The release for everyone outside a canary; null for a retired package. */
  live: string | null;
  /** The release that a share of the people gets first. */
  canary: string | null;
  /** Per cent of the people who get the canary. */
  canaryShare: number | null;
  /** Whether the team's key says that a browser opened the canary; null without one. */
  canaryAttested: boolean | null;
  /** Replaces the live release where that one fails. */
  lastGood: string | null;
}

export const NO_DEPLOYMENT: Deployment = {
  live: null,
  canary: null,
  canaryShare: null,
  canaryAttested: null,
  lastGood: null,
};

const rejected = (message: string) => new AppError('unprocessable', message);

/** Makes a release live for everyone. The one before becomes the last good one, and a canary ends. */
export const deploy = ({ live, lastGood }: Deployment, version: string): Deployment => ({
  ...NO_DEPLOYMENT,
  live: version,
  lastGood: live === version ? lastGood : live,
});

/** The releases of a package over time, and those that no page may show any more. */
export interface Past {
  history: readonly HistoryEntry[];
  recalled: readonly string[];
}

/** Makes a chosen release live for everyone. Going back to one that was live before leaves one that is no last good one. */
export const goTo = (current: Deployment, version: string, past: Past): Deployment =>
  wasLive(past.history, version) ? goBack(current, version, past) : deploy(current, version);

/** Gives a release to a share of the people. Throws unprocessable where it cannot be a canary. */
export function startCanary(
  current: Deployment,
  name: string,
  version: string,
  share: number,
  isAttested = false,
): Deployment {
  if (!Number.isInteger(share) || share < 1 || share > CANARY_LIMIT)
    throw rejected(`A canary takes a whole number from 1 to ${CANARY_LIMIT} per cent of the people.`);
  if (!current.live)
    throw rejected(`${name} has no live release yet, so there is nothing to try a canary beside.`);
  if (current.live === version)
    throw rejected(`${name} ${version} is live for everybody already. Change the feature first.`);
  const wasAttested = current.canary === version && current.canaryAttested === true;
  return { ...current, canary: version, canaryShare: share, canaryAttested: isAttested || wasAttested };
}

/** Per cent of the people who get a release that no browser has opened yet. */
const UNATTESTED_SHARE = 20;

/**
 * Releases a version: to everyone where a browser has opened it without a fault, or where nothing is live that it could break;
 * else as a canary.
 */
export function release(current: Deployment, name: string, version: string, isAttested: boolean): Deployment {
  if (isAttested || !current.live || current.live === version) return deploy(current, version);
  return startCanary(current, name, version, UNATTESTED_SHARE);
}

/** Makes the canary live for everyone. Throws unprocessable when there is none. */
export function promoteCanary(current: Deployment, name: string): Deployment {
  if (!current.canary) throw rejected(`${name} has no canary. Start one with --canary 10.`);
  return deploy(current, current.canary);
}

/** Ends the canary: everyone gets the live release. */
export const withdrawCanary = (current: Deployment): Deployment => ({
  ...current,
  canary: null,
  canaryShare: null,
  canaryAttested: null,
});

/** Removes a feature from the registry. Throws unprocessable for the shell, and for what is not live. */
export function retire(current: Deployment, name: string): Deployment {
  if (name === SHELL) throw rejected('Without the shell there is no page; it cannot be retired.');
  if (!current.live) throw rejected(`${name} is not live.`);
  return NO_DEPLOYMENT;
}

/**
 * Ends the canary if there is one, else makes the release before live: the last good one, or the one that the history
 * names. The release rolled back from is no last good one. Throws unprocessable where there is none before.
 */
export function rollBack(current: Deployment, name: string, past: Past): Deployment {
  if (current.canary) return withdrawCanary(current);
  const live = current.lastGood ?? goodBefore(past, current.live);
  if (!live)
    throw rejected(`${name} has no release before this one. Choose one with --to VERSION; see --list.`);
  return goBack(current, live, past);
}

/** The release that a recall of a package takes from everyone: its canary if there is one, else the live one. */
export const toRecall = ({ live, canary }: Deployment): string | null => canary ?? live;

/**
 * Takes the canary, or else the live release, from everyone, open pages included; `past` already names it among the recalled
 * ones. The newest release before that was not recalled is live then, or none. Throws unprocessable for what is not live,
 * and for a shell without one before it.
 */
export function recall(current: Deployment, name: string, past: Past): Deployment {
  if (!current.live) throw rejected(`${name} is not live.`);
  const good = (version: string | null): string | null =>
    version && past.recalled.includes(version) ? goodBefore(past, version) : version;
  if (current.canary) return { ...withdrawCanary(current), lastGood: good(current.lastGood) };
  const live = good(current.lastGood) ?? goodBefore(past, current.live);
  if (live) return goBack(current, live, past);
  if (name === SHELL)
    throw rejected('There is no shell before this one to show in its place. Release a corrected one.');
  return NO_DEPLOYMENT;
}

function goBack(current: Deployment, version: string, past: Past): Deployment {
  const before = goodBefore(past, version);
  return { ...NO_DEPLOYMENT, live: version, lastGood: before === current.live ? null : before };
}

const isCanary = ({ traffic }: HistoryEntry): boolean => traffic < 100;

export const wasLive = (history: readonly HistoryEntry[], version: string | null): boolean =>
  history.some((entry) => entry.to === version && !isCanary(entry));

const isBackwards = (history: readonly HistoryEntry[], index: number): boolean => {
  const entry = history[index];
  if (!entry) return false;
  if (entry.action === 'to') return wasLive(history.slice(0, index), entry.to);
  return isCanary(entry) || ['rollback', 'withdrawn', 'recall'].includes(entry.action);
};

/** The version that was live before this one went live the last time. */
const versionBefore = (history: readonly HistoryEntry[], version: string | null): string | null =>
  history.findLast(({ from, to }, index) => to === version && from !== to && !isBackwards(history, index))
    ?.from ?? null;

/** The newest version that was live before this one and has not been recalled. */
function goodBefore({ history, recalled }: Past, version: string | null): string | null {
  const seen = new Set<string | null>();
  let before = versionBefore(history, version);
  while (before && recalled.includes(before) && !seen.has(before)) {
    seen.add(before);
    before = versionBefore(history, before);
  }
  return before && recalled.includes(before) ? null : before;
}
