import { createHmac } from 'node:crypto';
import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { EntityManager } from '../platform/database/orm.ts';

interface Report extends ReleaseReport {
  /** The key of the browser's session, and the secret it is hidden by. */
  sessionKey: string;
  secret: string;
  at: Date;
}

/** Counts a failed release once a session. */
export async function reportRelease(
  em: EntityManager,
  { feature, version, outcome, sessionKey, secret, at }: Report,
): Promise<void> {
  const reporter = createHmac('sha256', secret).update(`release-report ${sessionKey}`).digest('hex');
  await em.execute(
    `insert into release_report (feature, version, reporter, outcome, reported_at) values (?, ?, ?, ?, ?)
     on conflict (feature, version, reporter) do nothing`,
    [feature, version, reporter, outcome, at],
  );
}

/** In how many sessions a release has failed since an instant. */
export async function countFailures(
  em: EntityManager,
  { feature, version }: Pick<ReleaseReport, 'feature' | 'version'>,
  since: Date,
): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from release_report where feature = ? and version = ? and reported_at > ?`,
    [feature, version, since],
  );
  return row?.count ?? 0;
}
