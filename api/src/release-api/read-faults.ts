import type { Fault } from '@stepwise/shared-contracts/release/release-api';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { openSourceMaps } from './source-maps.ts';

const SHOWN = 20;

/** What failed in browsers of one package's releases, since the clean-up last took old reports away: by release and place. */
export async function readFaults(em: EntityManager, name: string): Promise<Fault[]> {
  const rows = await query(em)
    .selectFrom('release_report as r')
    .select(['version', 'outcome', 'error', 'frames'])
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('sessions'),
      fn.max('reported_at').as('lastAt'),
      selectFrom('canary_session as c')
        .select(({ fn: { countAll } }) => countAll<number>().as('given'))
        .whereRef('c.package', '=', 'r.feature')
        .whereRef('c.version', '=', 'r.version')
        .as('given'),
    ])
    .where('feature', '=', name)
    .groupBy(['feature', 'version', 'outcome', 'error', 'frames'])
    .orderBy('sessions', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(SHOWN)
    .execute();
  const sourceOf = openSourceMaps(em);
  return Promise.all(
    rows.map(async ({ version, outcome, error, frames, sessions, given, lastAt }) => ({
      version,
      outcome,
      error,
      stack: await Promise.all(frames ? frames.split('\n').map(sourceOf) : []),
      sessions,
      given: given || null,
      lastAt: new Date(lastAt).toISOString(),
    })),
  );
}
