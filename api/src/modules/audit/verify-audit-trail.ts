import type { EntityManager } from '../../database/orm.ts';
import { type AuditRow, isErased, readAuditTrail } from './read-audit-trail.ts';
import { CHAIN_START, hashEvent, hashValues } from './record-audit-event.ts';

export interface AuditVerification {
  events: number;
  /** Events whose values were erased with their participant; the chain holds them all the same. */
  erased: number;
  /** The first event that does not fit, and why; null when the whole trail verifies. */
  fault: { id: number; reason: string } | null;
}

/** Follows the chain from its start, and holds the values that are still there against their hashes. */
export async function verifyAuditTrail(em: EntityManager): Promise<AuditVerification> {
  const outcome: AuditVerification = { events: 0, erased: 0, fault: null };
  let previousHash = CHAIN_START;
  for await (const row of readAuditTrail(em)) {
    const reason = findFault(row, previousHash);
    if (reason) return { ...outcome, fault: { id: row.id, reason } };
    outcome.events += 1;
    if (isErased(row)) outcome.erased += 1;
    previousHash = row.hash;
  }
  return outcome;
}

function findFault(row: AuditRow, previousHash: string): string | null {
  if (row.previousHash !== previousHash) return 'an event before it is missing, or was put in';
  const { type, actor, onBehalfOf, subject, requestId, valuesHash } = row;
  const origin = { actor: actor as never, onBehalfOf, subject, requestId, at: new Date(row.at) };
  if (hashEvent({ ...origin, type, valuesHash, previousHash }) !== row.hash) return 'the event was changed';
  if (row.salt === null) return 'its values are missing';
  if (!isErased(row) && hashValues(row.salt, row.before, row.after) !== valuesHash)
    return 'its values were changed';
  return null;
}
