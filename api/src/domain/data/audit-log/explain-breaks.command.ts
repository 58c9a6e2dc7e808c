import { StartError } from '../../../platform/config/start-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { findHashedSubject, isHashOf } from './letter-case-break.ts';
import { readAuditLog } from './read-audit-log.ts';
import { findExplanations, isExplained } from './verify-audit-log.ts';

/**
 * Writes an event for each earlier one whose hash differs by capital letters in an id only, with the id as it was
 * hashed: that proves the cause, and the broken event stays as it is. Answers with the events explained. Throws
 * StartError, and writes nothing, where an event differs by more.
 */
export async function explainBreaks(op: Operation): Promise<number[]> {
  const explanations = await findExplanations(op.db);
  const found: { event: number; subject: string }[] = [];
  for await (const row of readAuditLog(op.db)) {
    if (isHashOf(row) || isExplained(row, explanations)) continue;
    const subject = findHashedSubject(row);
    if (!subject)
      throw new StartError(
        `Event ${row.id} differs from its hash by more than capital letters in an id. Nothing was written; keep the database as it is.`,
      );
    found.push({ event: row.id, subject });
  }
  await inTransaction(op, async (op) => {
    for (const after of found) await op.audit('audit.break-explained', null, { after });
  });
  return found.map(({ event }) => event);
}
