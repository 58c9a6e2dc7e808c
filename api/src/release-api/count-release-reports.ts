import type { EntityManager } from '../platform/database/orm.ts';

export interface ReleaseReportCount {
  feature: string;
  version: string;
  outcome: 'failed-to-load' | 'failed-to-render';
  /** Browser sessions, since the clean-up last took old ones away. */
  sessions: number;
}

/** In how many sessions each release failed, and how. */
export const countReleaseReports = (em: EntityManager): Promise<ReleaseReportCount[]> =>
  em.execute(
    `select feature, version, outcome, count(*)::int as sessions from release_report
     group by feature, version, outcome order by feature, version, outcome`,
  );
