import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { hideSession, type Session } from './canary-sessions.ts';

interface Report extends ReleaseReport {
  session: Pick<Session, 'key' | 'secret'>;
  at: Date;
}

/** Counts a failed release once a session, and keeps where it was thrown. */
export async function reportRelease(
  em: EntityManager,
  { feature, version, outcome, error, frames, session, at }: Report,
): Promise<void> {
  const reporter = hideSession(session);
  await query(em)
    .insertInto('release_report')
    .values({
      feature,
      version,
      reporter,
      outcome,
      error: error ?? null,
      frames: frames?.join('\n') ?? null,
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
