import { randomUUID } from 'node:crypto';
import { StartError } from '../../platform/config/start-error.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { findHashedSubject, isHashOf } from './letter-case-break.ts';
import { readAuditLog } from './read-audit-log.ts';
import { recordAuditEvent } from './record-audit-event.ts';
import { findExplanations, isExplained } from './verify-audit-log.ts';

/**
 * Writes an event for each earlier one whose hash differs by capital letters in an id alone, with the id as it was
 * hashed: that proves the cause, and the broken event stays as it is. Answers with the events explained. Throws
 * StartError, and writes nothing, where an event differs by more.
 */
export async function explainBreaks(em: EntityManager, now: Date): Promise<number[]> {
  const explanations = await findExplanations(em);
  const found: { event: number; subject: string }[] = [];
  for await (const row of readAuditLog(em)) {
    if (isHashOf(row) || isExplained(row, explanations)) continue;
    const subject = findHashedSubject(row);
    if (!subject)
      throw new StartError(
        `Event ${row.id} differs from its hash by more than capital letters in an id. Nothing was written; keep the database as it is.`,
      );
    found.push({ event: row.id, subject });
  }
  const origin = {
    actor: 'operator',
    onBehalfOf: null,
    subject: null,
    requestId: randomUUID(),
    at: now,
  } as const;
  await em.transactional(async (tx) => {
    for (const after of found) await recordAuditEvent(tx, 'audit.break-explained', origin, { after });
  });
  return found.map(({ event }) => event);
}
