import { type CallShape, type Registry, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { isAttested as isSigned } from '@stepwise/shared-contracts/release/attestation';
import type {
  DeploymentAction,
  DeploymentOrder,
  FailedCheck,
  HistoryEntry,
} from '@stepwise/shared-contracts/release/release-api';
import type { EntityManager } from '../platform/database/orm.ts';
import { AppError, notAllowed } from '../platform/errors/app-error.ts';
import {
  type Deployment,
  deploy,
  goTo,
  type Past,
  promoteCanary,
  recall,
  release,
  retire,
  rollBack,
  startCanary,
  toRecall,
  wasLive,
  withdrawCanary,
} from './deployment.ts';
import { findRelease, readDeployment, readHistory, readRegistry } from './read-registry.ts';
import { readStatus } from './read-use.ts';
import { ReleaseChange } from './release.entities.ts';
import { findFailedChecks } from './release-checks.ts';
import { readReleaseFiles } from './release-files.ts';
import type { TokenRights } from './release-tokens.ts';

export interface ChangeOrigin {
  /** A login name, a team, or the server itself. */
  by: string;
  at: Date;
  reason?: string;
}

interface Publisher {
  /** What the live API provides. */
  calls: readonly CallShape[];
  /** The public keys of who may attest a browser's check of the package. */
  attestationKeys: readonly string[];
  rights: TokenRights;
}

/**
 * Changes who gets which release of a package, once the release to go live has passed every check, by compare-and-swap:
 * throws conflict when the package, or one that the decision relies on (a feature's on the shell's, the shell's on every
 * feature's), has changed since the order's revision. Throws unprocessable where the release fails a check, the change
 * cannot be made, or it needs a reason, and not-allowed where it needs the operator. Nothing has changed then. Changes of other packages do not stand in the way.
 */
export async function changeDeployment(
  em: EntityManager,
  name: string,
  order: DeploymentOrder,
  { calls, attestationKeys, rights, ...given }: ChangeOrigin & Publisher,
): Promise<void> {
  const origin = { ...given, ...(order.reason && { reason: order.reason }) };
  await oneAtATime(em, async (tx) => {
    const registry = await readRegistry(tx);
    const reliesOn = name === SHELL ? Object.keys(registry.microFrontends) : [SHELL];
    await rejectConflict(tx, [name, ...reliesOn], { seen: order.revision, now: registry.revision });
    const current = await readDeployment(tx, name);
    if (order.action === 'recall') return recallRelease(tx, name, registry, current, { ...origin, calls });
    const past = { history: await readHistory(tx, name), recalled: registry.recalled?.[name] ?? [] };
    const isAttested =
      ['release', 'canary'].includes(order.action) && (await isChecked(tx, name, order, attestationKeys));
    const next = await decide(tx, name, order, current, { ...past, isAttested });
    // Ending a canary makes nothing live.
    const isBackToLive = next.live === current.live && order.action === 'rollback';
    const candidate = next.canary === current.canary ? next.live : (next.canary ?? next.live);
    if (candidate && !isBackToLive) await rejectFailed(tx, name, candidate, registry, calls);
    if (next.live && !isAttested) rejectUncheckedFirst(name, next.live, current, past.history, rights);
    await rejectEarly(tx, name, order, current, past.history, rights.isOperator);
    const madeLive = next.live !== current.live && next.live;
    const wasAttested = madeLive && madeLive === current.canary && current.canaryAttested === true;
    const isFirst = madeLive && past.history.length === 0;
    const liveAttested = Boolean(isFirst || wasAttested || (madeLive && isAttested));
    await record(tx, name, order.action, next, origin, { liveAttested });
  });
}

/**
 * Makes what a checkout has built live, without the checks, as `npm start` does. A package that was rolled back, pinned,
 * retired or given to a canary stays as it is until its sources make a version that is new here.
 */
export async function deployBuild(
  em: EntityManager,
  name: string,
  version: string,
  origin: ChangeOrigin,
): Promise<void> {
  await oneAtATime(em, async (tx) => {
    const current = await readDeployment(tx, name);
    if (current.live === version) return;
    const history = await readHistory(tx, name);
    const isKnown = history.some(({ from, to }) => from === version || to === version);
    const isDecided = !['build', 'release'].includes(history.at(-1)?.action ?? 'build');
    const { recalled } = await readRegistry(tx);
    if ((isKnown && isDecided) || recalled?.[name]?.includes(version)) return;
    await record(tx, name, 'build', deploy(current, version), origin, { liveAttested: true });
  });
}

/**
 * Ends a failing canary: its people get the live release with their next document. Of several replicas that ask for it at
 * once one does it, which gets true.
 */
export const withdrawFailedCanary = (
  em: EntityManager,
  name: string,
  version: string,
  origin: ChangeOrigin,
): Promise<boolean> =>
  oneAtATime(em, async (tx) => {
    const current = await readDeployment(tx, name);
    if (current.canary !== version) return false;
    await record(tx, name, 'withdrawn', withdrawCanary(current), origin, { recalled: version });
    return true;
  });

/**
 * Takes the canary or the live release of a package from everyone, open pages included. The newest release before it that
 * passes every check takes its place; a feature without one is gone, which never stands in the way of a recall.
 */
async function recallRelease(
  tx: EntityManager,
  name: string,
  registry: Registry,
  current: Deployment,
  { calls, ...origin }: ChangeOrigin & { calls: readonly CallShape[] },
): Promise<void> {
  const version = toRecall(current);
  const past = {
    history: await readHistory(tx, name),
    recalled: [...(registry.recalled?.[name] ?? []), ...(version ? [version] : [])],
  };
  for (;;) {
    const next = recall(current, name, past);
    const isUnchecked = next.live === null || next.live === current.live;
    const failed = isUnchecked ? [] : await checkPublished(tx, name, next.live ?? '', registry, calls);
    if (failed.length === 0) return record(tx, name, 'recall', next, origin, { recalled: version });
    past.recalled.push(next.live ?? '');
  }
}

/** Runs work in a transaction that no other change of the registry overlaps. */
export const oneAtATime = <T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> =>
  em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(724006)');
    return work(tx);
  });

async function rejectConflict(
  tx: EntityManager,
  names: string[],
  revision: { seen: number; now: number },
): Promise<void> {
  const change = await tx.findOne(ReleaseChange, { package: names, revision: { $gt: revision.seen } });
  if (!change && revision.seen <= revision.now) return;
  throw new AppError(
    'conflict',
    `${change?.package ?? names[0]} was released by someone else at the same time. Look at it with --list and try again.`,
  );
}

/** Where nothing is live yet, a release that no browser has opened waits for the operator. Throws not-allowed. */
function rejectUncheckedFirst(
  name: string,
  version: string,
  { live }: Deployment,
  history: readonly HistoryEntry[],
  { mayBegin }: TokenRights,
): void {
  if (live || mayBegin || wasLive(history, version)) return;
  throw notAllowed(
    `${name} ${version} is uploaded and waits: nothing of ${name} is live, and no key says that it was opened in a browser. The operator opens it there and releases it by: npm run release -- --check ${version} ${name}`,
  );
}

/**
 * A release that everyone would get for the first time needs the operator where no browser's check of it is attested, and a
 * reason where it is a canary whose number is not enough. Throws not-allowed and unprocessable.
 */
async function rejectEarly(
  tx: EntityManager,
  name: string,
  { action, version, reason }: DeploymentOrder,
  { live, canary, canaryAttested }: Deployment,
  history: readonly HistoryEntry[],
  isOperator: boolean,
): Promise<void> {
  const promoted = action === 'promote' ? canary : action === 'to' ? version : null;
  if (!promoted || !live || wasLive(history, promoted)) return;
  if (!isOperator && !(promoted === canary && canaryAttested))
    throw notAllowed(
      `${name} ${promoted} is not attested: no key says that it was opened in a browser. The operator opens it there by: npm run release -- --check ${promoted} ${name}`,
    );
  if (promoted !== canary || reason) return;
  const { canary: tried } = await readStatus(tx, name);
  if (!tried || tried.missing.length === 0) return;
  throw new AppError(
    'unprocessable',
    `The number of ${name} ${promoted} is not enough yet; see --status. Say why it goes to everyone all the same, by --why "…".`,
    tried.missing.map((message) => ({ path: [], message })),
  );
}

async function decide(
  tx: EntityManager,
  name: string,
  { action, version = '', traffic = Number.NaN }: DeploymentOrder,
  current: Deployment,
  { isAttested, ...past }: Past & { isAttested: boolean },
): Promise<Deployment> {
  if (action !== 'to' && past.recalled.includes(version))
    throw new AppError(
      'unprocessable',
      `${name} ${version} was recalled; see --list. Correct it and build again, or give it to people all the same by --to.`,
    );
  switch (action) {
    case 'promote':
      return promoteCanary(current, name);
    case 'rollback':
      return rollBack(current, name, past);
    case 'retire':
      return retire(current, name);
    case 'canary':
      await requireRelease(tx, name, version);
      return startCanary(current, name, version, traffic, isAttested);
    case 'to':
      await requireRelease(tx, name, version);
      return goTo(current, version, past);
    default:
      await requireRelease(tx, name, version);
      return release(current, name, version, isAttested);
  }
}

/** Whether who may attest it has signed that a browser opened the release to go live. */
async function isChecked(
  tx: EntityManager,
  name: string,
  { version = '', attestation = '', revision }: DeploymentOrder,
  attestationKeys: readonly string[],
): Promise<boolean> {
  const { integrity } = (await requireRelease(tx, name, version)).metadata;
  const statement = { name, version, integrity, revision };
  return attestationKeys.some((key) => isSigned(statement, attestation, key));
}

async function checkPublished(
  tx: EntityManager,
  name: string,
  version: string,
  registry: Registry,
  calls: readonly CallShape[],
): Promise<FailedCheck[]> {
  const release = await requireRelease(tx, name, version);
  const filesOf = (other: string, of: string) => readReleaseFiles(tx, other, of);
  const files = await filesOf(name, version);
  return findFailedChecks({ name, release, files, registry, calls, filesOf });
}

/** Throws unprocessable where a published release fails a check beside what is live. */
export async function rejectFailed(...published: Parameters<typeof checkPublished>): Promise<void> {
  const failed = await checkPublished(...published);
  if (failed.length === 0) return;
  throw new AppError(
    'unprocessable',
    'The release was rejected. What is live has not changed.',
    failed.map(({ cause, remedy }) => ({ path: [], message: `${cause} ${remedy}` })),
  );
}

async function requireRelease(tx: EntityManager, name: string, version: string) {
  const found = await findRelease(tx, name, version);
  if (found) return found.description;
  throw new AppError('unprocessable', `There is no release ${version} of ${name} here; see --list.`);
}

/** Adds the newest change. Called within `oneAtATime`. */
export async function record(
  tx: EntityManager,
  name: string,
  action: DeploymentAction,
  deployment: Deployment,
  { by, at, reason }: ChangeOrigin,
  { recalled = null, liveAttested = false }: { recalled?: string | null; liveAttested?: boolean } = {},
): Promise<void> {
  const [newest] = await tx.find(ReleaseChange, {}, { orderBy: { revision: 'desc' }, limit: 1 });
  await tx.insert(ReleaseChange, {
    revision: (newest?.revision ?? 0) + 1,
    package: name,
    action,
    ...deployment,
    madeBy: by,
    madeAt: at,
    reason: reason ?? null,
    recalled,
    liveAttested,
  });
}
