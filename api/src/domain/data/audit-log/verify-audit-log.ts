import type { EntityManager } from '../../../platform/database/orm.ts';
import { AuditHead } from '../../core/audit/audit.entities.ts';
import { CHAIN_START, hashValues } from '../../core/audit/record-audit-event.ts';
import { isSigned, type SignedHead } from './audit-head.ts';
import { createErasureCheck } from './erasure-check.ts';
import { findWithdrawalFault } from './find-withdrawal-fault.ts';
import { isHashOf } from './letter-case-break.ts';
import { type AuditRow, isErased, readAuditLog } from './read-audit-log.ts';

export interface AuditVerification {
  events: number;
  /** Events whose values were erased with their participant; the chain holds them all the same. */
  erased: number;
  /** Events that differ from their hash by capital letters in an id only, as later events prove. */
  explained: number[];
  /** How many signed heads were compared, and the public keys that signed them. */
  heads: number;
  keys: string[];
  /** The first event that does not fit, and why; null when the whole log verifies. */
  fault: AuditFault | null;
}

export interface AuditFault {
  id: number;
  reason: string;
}

/** Where the events of a log come from, as often as they are read. */
export type ReadEvents = () => AsyncIterable<AuditRow>;

/** Verifies the log of a database, with the heads that it holds and those of `witnessed`. */
export async function verifyAuditLog(
  em: EntityManager,
  witnessed: readonly SignedHead[] = [],
): Promise<AuditVerification> {
  // Before the events, so that a head signed meanwhile is not taken for one of an event that is missing.
  const heads = await em.find(AuditHead, {});
  const outcome = await verifyEvents(() => readAuditLog(em), await findExplanations(em), [
    ...heads,
    ...witnessed,
  ]);
  return { ...outcome, fault: outcome.fault ?? (await findWithdrawalFault(em)) };
}

/** By the id of a broken event, the subject that it was hashed with. */
type Explanations = ReadonlyMap<number, string>;

/**
 * Follows the chain and the time from their start; compares the values that are still there with their hashes, those that
 * were erased with the withdrawals that are recorded, and the events with the heads that were signed after them.
 */
export async function verifyEvents(
  read: ReadEvents,
  explanations: Explanations,
  heads: readonly SignedHead[],
): Promise<AuditVerification> {
  const keys = [...new Set(heads.map(({ publicKey }) => publicKey))];
  const outcome: AuditVerification = {
    ...{ events: 0, erased: 0, explained: [], heads: heads.length, keys },
    fault: null,
  };
  const forged = heads.find((head) => !isSigned(head));
  if (forged)
    return { ...outcome, fault: { id: forged.event, reason: 'a head of it has a wrong signature' } };
  const open = new Map(heads.map((head) => [head.signature, head]));
  const byEvent = Map.groupBy(heads, ({ event }) => event);
  const erasures = createErasureCheck();
  let previousHash = CHAIN_START;
  let previousAt = new Date(0);
  let disorder: AuditFault | null = null;
  for await (const row of read()) {
    const explained = isExplained(row, explanations);
    const signed = byEvent.get(row.id) ?? [];
    const other = signed.find(({ hash }) => hash !== row.hash);
    const reason = other
      ? `it was rewritten after ${other.signedAt.toISOString()}, when its head was signed`
      : findFault(row, previousHash, explained);
    if (reason) return { ...outcome, fault: { id: row.id, reason } };
    outcome.events += 1;
    if (isErased(row)) outcome.erased += 1;
    if (explained) outcome.explained.push(row.id);
    for (const { signature } of signed) open.delete(signature);
    erasures.add(row);
    // Before that, the API's clocks said when.
    if (row.type === 'audit.clock-guarded') disorder = null;
    else if (row.at < previousAt) disorder ??= { id: row.id, reason: 'it is older than the event before it' };
    previousAt = row.at;
    previousHash = row.hash;
  }
  const [missing] = [...open.values()].sort((a, b) => a.event - b.event);
  const fault = missing && {
    id: missing.event,
    reason: `it is missing, and was there at ${missing.signedAt.toISOString()}, when its head was signed`,
  };
  return { ...outcome, fault: fault ?? disorder ?? erasures.findFault() };
}

/** Explanations by the events that hold them. */
export async function findExplanationsIn(read: ReadEvents): Promise<Explanations> {
  const explanations = new Map<number, string>();
  for await (const { type, after } of read()) {
    if (type !== 'audit.break-explained' || !after) continue;
    const { event, subject } = after as { event: number; subject: string };
    explanations.set(event, subject);
  }
  return explanations;
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
