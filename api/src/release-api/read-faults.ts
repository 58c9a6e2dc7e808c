import type { Fault } from '@stepwise/shared-contracts/release/release-api';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { openSourceMaps } from './source-maps.ts';

const SHOWN = 20;

/** What failed in browsers of one package's releases, since the clean-up last took old reports away: by release and place. */
export async function readFaults(em: EntityManager, name: string): Promise<Fault[]> {
  const rows = await query(em)
    .selectFrom('release_report')
    .select(['version', 'outcome', 'error', 'frames'])
    .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.max('reported_at').as('lastAt')])
    .where('feature', '=', name)
    .groupBy(['feature', 'version', 'outcome', 'error', 'frames'])
    .orderBy('sessions', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(SHOWN)
    .execute();
  const sourceOf = openSourceMaps(em);
  return Promise.all(
    rows.map(async ({ version, outcome, error, frames, sessions, lastAt }) => ({
      version,
      outcome,
      error,
      stack: await Promise.all(frames ? frames.split('\n').map(sourceOf) : []),
      sessions,
      lastAt: new Date(lastAt).toISOString(),
    })),
  );
}
