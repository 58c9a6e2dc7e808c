import { sql } from 'kysely';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { promoteTriedCanary, withdrawFailedCanary } from './change-deployment.command.ts';
import { countFailures } from './report-release.command.ts';

/** A session's faults arrive within this time of its beginning. */
const SETTLED_MS = 60_000;
/** Below this share of the sessions that have the canary, faults are left to people's decision. */
const FAULT_SHARE = 0.05;

interface Budget {
  /** Sessions. */
  canaryFaultLimit: number;
  canaryWindowMs: number;
}

/**
 * Ends a canary that uses up its error budget: so many failed sessions within the window, and so large a share of all that
 * it was given to. One that was begun by the gate goes to everyone once enough sessions had it without a fault. Gives what
 * was done.
 */
export async function judgeCanary(
  em: EntityManager,
  { feature, version }: { feature: string; version: string },
  { canaryFaultLimit, canaryWindowMs }: Budget,
  at: Date,
): Promise<{ action: 'withdrawn' | 'promote'; reason: string } | null> {
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const failures = await countFailures(em, { feature, version }, ago(canaryWindowMs));
  const { given, settled } = await countSessions(em, { feature, version }, ago(SETTLED_MS));
  const origin = { by: 'api', at };
  if (failures >= canaryFaultLimit && failures >= FAULT_SHARE * given) {
    const reason = `It failed in ${failures} of ${given} sessions.`;
    return (await withdrawFailedCanary(em, feature, version, { ...origin, reason }))
      ? { action: 'withdrawn', reason }
      : null;
  }
  if (failures > 0) return null;
  const reason = `${settled} sessions had it without a fault.`;
  return (await promoteTriedCanary(em, feature, version, settled, { ...origin, reason }))
    ? { action: 'promote', reason }
    : null;
}

const countSessions = (
  em: EntityManager,
  { feature, version }: { feature: string; version: string },
  settledBefore: Date,
) =>
  query(em)
    .selectFrom('canary_session')
    .select(({ fn }) => [
      fn.countAll<number>().as('given'),
      sql<number>`count(*) filter (where at <= ${settledBefore})`.as('settled'),
    ])
    .where('package', '=', feature)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
