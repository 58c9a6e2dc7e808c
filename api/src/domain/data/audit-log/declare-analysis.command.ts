import { findNewestValues } from '../../core/audit/find-newest-values.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';

/**
 * Writes the fingerprint of the declared analysis to the audit log, where the newest one there is another. Replicas that
 * start at once wait for each other.
 */
export const declareAnalysis = (op: Operation): Promise<void> =>
  inTransaction(op, async (own) => {
    const { db, content } = own;
    await db.execute('select pg_advisory_xact_lock(724007)');
    const last = await findNewestValues(db, 'analysis.declared');
    const hash = content.versions.analysis;
    if (last?.after.hash === hash) return;
    const after = { version: content.analysis.version, hash };
    await own.audit('analysis.declared', null, { after });
  });
