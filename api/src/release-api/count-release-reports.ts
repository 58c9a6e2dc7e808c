import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';

/** In how many browser sessions each release failed, and how, since the given time; else since the clean-up last took old reports away. */
export const countReleaseReports = (em: EntityManager, since = new Date(0)) =>
  query(em)
    .selectFrom('release_report')
    .select(['feature', 'version', 'outcome', ({ fn }) => fn.countAll<number>().as('sessions')])
    .where('reported_at', '>=', since)
    .groupBy(['feature', 'version', 'outcome'])
    .orderBy('feature')
    .orderBy('version')
    .orderBy('outcome')
    .execute();
