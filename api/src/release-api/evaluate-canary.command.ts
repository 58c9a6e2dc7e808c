import type { EntityManager } from '../platform/database/orm.ts';
import { withdrawFailedCanary } from './change-deployment.command.ts';
import { readUse } from './read-use.ts';
import { countFailures } from './report-release.command.ts';

/** Below this share of the documents that showed the canary, faults are left to people's decision. */
const FAULT_SHARE = 0.05;

interface Budget {
  /** Sessions. */
  canaryFaultLimit: number;
  canaryWindowMs: number;
}

/**
 * Ends a canary that uses up its error budget: the failed sessions and the share of exposures allowed within the window.
 * Gives the reason where it did.
 */
export async function evaluateCanary(
  em: EntityManager,
  { feature, version }: { feature: string; version: string },
  { canaryFaultLimit, canaryWindowMs }: Budget,
  at: Date,
): Promise<string | null> {
  const failures = await countFailures(em, { feature, version }, new Date(at.getTime() - canaryWindowMs));
  const { exposures } = await readUse(em, feature, version);
  if (failures < canaryFaultLimit || failures < FAULT_SHARE * exposures) return null;
  const reason = `It failed in ${failures} sessions, and ${exposures} documents had it without a fault for ten seconds.`;
  const isDone = await withdrawFailedCanary(em, feature, version, { by: 'api', at, reason });
  return isDone ? reason : null;
}
