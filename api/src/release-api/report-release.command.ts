import { createHmac } from 'node:crypto';
import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { FaultOutcome } from '@stepwise/shared-contracts/federation/faults';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';

interface Report extends ReleaseReport {
  outcome: FaultOutcome;
  /** A browser session's key, and the secret it is hidden by: what is kept identifies no one. */
  session: { key: string; secret: string };
  at: Date;
}

/** Counts a failed release once a session, and keeps where it was thrown. */
export async function reportRelease(
  em: EntityManager,
  { feature, version, outcome, error, frames, call, session, at }: Report,
): Promise<void> {
  const reporter = createHmac('sha256', session.secret).update(`release-report ${session.key}`).digest('hex');
  await query(em)
    .insertInto('release_report')
    .values({
      feature,
      version,
      reporter,
      outcome,
      error: error ?? null,
      frames: frames?.join('\n') ?? call ?? null,
      reported_at: at,
    })
    .onConflict((known) => known.columns(['feature', 'version', 'reporter']).doNothing())
    .execute();
}

/** In how many sessions a release has failed since an instant. */
export async function countFailures(
  em: EntityManager,
  { feature, version }: Pick<ReleaseReport, 'feature' | 'version'>,
  since: Date,
): Promise<number> {
  const { count } = await query(em)
    .selectFrom('release_report')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('feature', '=', feature)
    .where('version', '=', version)
    .where('reported_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
