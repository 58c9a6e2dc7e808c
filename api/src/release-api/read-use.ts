import type { ReleaseStatus, Use } from '@stepwise/shared-contracts/release/release-api';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { findMissingUse } from './judge-use.ts';
import { readDeployment } from './read-registry.ts';

/** How a package's canary does beside its live release, on the days since the canary's first count. Without one, only the live release. */
export async function readStatus(em: EntityManager, name: string): Promise<ReleaseStatus> {
  const { live, canary, canaryAttested } = await readDeployment(em, name);
  const since = canary && (await firstDay(em, name, canary));
  const describe = async (version: string | null) =>
    version ? { version, use: await readUse(em, name, version, since) } : null;
  const [ofLive, ofCanary] = [await describe(live), await describe(canary)];
  return {
    live: ofLive,
    canary: ofCanary && {
      ...ofCanary,
      isAttested: canaryAttested === true,
      missing: findMissingUse(ofCanary.use, ofLive?.use ?? NO_USE),
    },
  };
}

const NO_USE: Use = { exposures: 0, days: 0, faults: 0, hangs: 0, failedCalls: 0, firstPaintMs: null };

async function firstDay(em: EntityManager, name: string, version: string): Promise<string | null> {
  const { day } = await query(em)
    .selectFrom('release_use')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('package', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return day;
}

/** What was counted of a release, from a UTC day on. */
export async function readUse(
  em: EntityManager,
  name: string,
  version: string,
  since: string | null = null,
): Promise<Use> {
  const { paints, paintMs, ...use } = await query(em)
    .selectFrom('release_use')
    .select(({ fn, lit }) => {
      const sum = (column: 'exposures' | 'faults' | 'hangs' | 'failed_calls' | 'paints' | 'paint_ms') =>
        fn.coalesce(fn.sum<number>(column), lit(0));
      return [
        sum('exposures').as('exposures'),
        fn.count<number>('day').filterWhere('exposures', '>', 0).as('days'),
        sum('faults').as('faults'),
        sum('hangs').as('hangs'),
        sum('failed_calls').as('failedCalls'),
        sum('paints').as('paints'),
        sum('paint_ms').as('paintMs'),
      ];
    })
    .where('package', '=', name)
    .where('version', '=', version)
    .$if(since !== null, (found) => found.where('day', '>=', since ?? ''))
    .executeTakeFirstOrThrow();
  return { ...use, firstPaintMs: paints > 0 ? Math.round(paintMs / paints) : null };
}
