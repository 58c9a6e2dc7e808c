import { REGISTRY_SCHEMA, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import type { HistoryEntry } from '@stepwise/shared-contracts/release/release-api';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { type Deployment, NO_DEPLOYMENT } from './deployment.ts';
import { ReleaseChange, ReleaseRow } from './release.entities.ts';

type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

/** Which releases of every package people get. Its revision is 0 before the first change. */
export async function readRegistry(em: EntityManager): Promise<Registry> {
  const changes = await em
    .createQueryBuilder(ReleaseChange)
    .distinctOn('package')
    .orderBy({ package: 'asc', revision: 'desc' })
    .getResultList();
  const microFrontends: Registry['microFrontends'] = {};
  const attested = await readAttested(em);
  for (const change of changes) {
    const releases = await releasesOf(em, change.package, deploymentOf(change), attested);
    if (releases.length > 0) microFrontends[change.package] = releases;
  }
  return {
    schema: REGISTRY_SCHEMA,
    revision: Math.max(0, ...changes.map(({ revision }) => revision)),
    microFrontends,
    recalled: await readRecalled(em),
  };
}

/** Releases that may render participants' pages while they are live, as `mf-plan@0.1.3-0123456789ab`. */
async function readAttested(em: EntityManager): Promise<ReadonlySet<string>> {
  const changes = await em.find(ReleaseChange, { liveAttested: true });
  return new Set(changes.map(({ package: name, live }) => `${name}@${live}`));
}

/** Versions that were recalled and not given to anyone again since, by package. */
async function readRecalled(em: EntityManager): Promise<Record<string, string[]>> {
  const rows = await query(em)
    .selectFrom('release_change as c')
    .select(['c.package', 'c.recalled'])
    .distinct()
    .where('c.recalled', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('release_change as later')
            .select('later.revision')
            .whereRef('later.package', '=', 'c.package')
            .whereRef('later.revision', '>', 'c.revision')
            .where(({ eb, or, ref }) =>
              or([eb('later.live', '=', ref('c.recalled')), eb('later.canary', '=', ref('c.recalled'))]),
            ),
        ),
      ),
    )
    .orderBy('c.package')
    .execute();
  const byPackage: Record<string, string[]> = {};
  for (const { package: name, recalled } of rows)
    if (recalled) byPackage[name] = [...(byPackage[name] ?? []), recalled];
  return byPackage;
}

/** Who gets which release of one package now. */
export async function readDeployment(em: EntityManager, name: string): Promise<Deployment> {
  const change = await em.findOne(ReleaseChange, { package: name }, { orderBy: { revision: 'desc' } });
  return change ? deploymentOf(change) : NO_DEPLOYMENT;
}

const deploymentOf = ({
  live,
  canary,
  canaryShare,
  canaryAttested,
  lastGood,
}: Nullable<Deployment>): Deployment => ({
  live: live ?? null,
  canary: canary ?? null,
  canaryShare: canaryShare ?? null,
  canaryAttested: canaryAttested ?? null,
  lastGood: lastGood ?? null,
});

/** A package's releases with the share of the people who get each: the live one first. */
async function releasesOf(
  em: EntityManager,
  name: string,
  deployment: Deployment,
  attested: ReadonlySet<string>,
): Promise<Release[]> {
  const { live, canary, canaryShare, lastGood } = deployment;
  const versions = [live, canary, lastGood].filter((version) => version !== null);
  const rows = await em.find(ReleaseRow, { package: name, version: versions });
  const release = (version: string | null, traffic: number, isDefault = false): Release[] =>
    rows
      .filter((row) => row.version === version)
      .map(({ description }) => ({
        ...description,
        deployment: {
          ...{ traffic, default: isDefault },
          ...(attested.has(`${name}@${version}`) && { attested: true }),
        },
      }));
  return [
    ...release(live, 100 - (canaryShare ?? 0), true),
    ...release(canary, canaryShare ?? 0),
    ...release(lastGood, 0),
  ];
}

/** Every change of a package, the newest last. */
export async function readHistory(em: EntityManager, name: string): Promise<HistoryEntry[]> {
  const changes = await em.find(ReleaseChange, { package: name }, { orderBy: { revision: 'asc' } });
  return changes.map((change, index) => {
    const { revision, action, madeBy, madeAt, reason } = change;
    const { live, canary, canaryShare } = deploymentOf(change);
    const before = changes[index - 1];
    const isCanary = action === 'canary' || (action === 'release' && canary !== null);
    const isBack = ['rollback', 'withdrawn', 'recall'].includes(action);
    return {
      revision,
      at: madeAt.toISOString(),
      who: madeBy,
      package: name,
      action,
      from: (isBack ? before?.canary : undefined) ?? before?.live ?? null,
      ...(isCanary ? { to: canary, traffic: canaryShare ?? 0 } : { to: live, traffic: 100 }),
      ...(reason && { reason }),
    };
  });
}

/** A published release, or null. */
export const findRelease = (
  em: EntityManager,
  name: string,
  version: string,
): Promise<{ description: Release } | null> => em.findOne(ReleaseRow, { package: name, version });
