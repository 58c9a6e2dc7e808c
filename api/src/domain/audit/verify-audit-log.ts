import type { EntityManager } from '../../platform/database/orm.ts';
import { createErasureCheck } from './erasure-check.ts';
import { isHashOf } from './letter-case-break.ts';
import { type AuditRow, isErased, readAuditLog } from './read-audit-log.ts';
import { CHAIN_START, hashValues } from './record-audit-event.ts';

export interface AuditVerification {
  events: number;
  /** Events whose values were erased with their participant; the chain holds them all the same. */
  erased: number;
  /** Events that differ from their hash by capital letters in an id alone, as later events prove. */
  explained: number[];
  /** The first event that does not fit, and why; null when the whole trail verifies. */
  fault: { id: number; reason: string } | null;
}

/** By the id of a broken event, the subject that it was hashed with. */
type Explanations = ReadonlyMap<number, string>;

/**
 * Follows the chain from its start, compares the values that are still there with their hashes, and those that were
 * erased with the withdrawals that are recorded.
 */
export async function verifyAuditLog(em: EntityManager): Promise<AuditVerification> {
  const explanations = await findExplanations(em);
  const outcome: AuditVerification = { events: 0, erased: 0, explained: [], fault: null };
  const erasures = createErasureCheck();
  let previousHash = CHAIN_START;
  for await (const row of readAuditLog(em)) {
    const explained = isExplained(row, explanations);
    const reason = findFault(row, previousHash, explained);
    if (reason) return { ...outcome, fault: { id: row.id, reason } };
    outcome.events += 1;
    if (isErased(row)) outcome.erased += 1;
    if (explained) outcome.explained.push(row.id);
    erasures.add(row);
    previousHash = row.hash;
  }
  return { ...outcome, fault: erasures.findFault() };
}

export async function findExplanations(em: EntityManager): Promise<Explanations> {
  const rows = await em.execute<{ after: { event: number; subject: string } | null }[]>(
    `select v.after from audit_event e join audit_values v on v.event_id = e.id where e.type = 'audit.break-explained'`,
  );
  return new Map(rows.flatMap(({ after }) => (after ? [[after.event, after.subject] as const] : [])));
}

/** An explanation proves itself: with the id in its letters the hash fits. */
export function isExplained(row: AuditRow, explanations: Explanations): boolean {
  const written = explanations.get(row.id);
  return written !== undefined && written.toLowerCase() === row.subject && isHashOf(row, written);
}

function findFault(row: AuditRow, previousHash: string, explained: boolean): string | null {
  if (row.previousHash !== previousHash) return 'an event before it is missing, or was put in';
  if (!explained && !isHashOf(row)) return 'the event was changed';
  if (row.salt === null) return 'its values are missing';
  if (!isErased(row) && hashValues(row.salt, row.before, row.after) !== row.valuesHash)
    return 'its values were changed';
  return null;
}
