import type { EntityManager } from '../../database/orm.ts';
import { CHAIN_START, hashEvent, hashValues } from './record-audit-event.ts';

export interface AuditVerification {
  events: number;
  /** Events whose values were erased with their participant; the chain holds them all the same. */
  erased: number;
  /** The first event that does not fit, and why; null when the whole trail verifies. */
  fault: { id: number; reason: string } | null;
}

interface Row {
  id: number;
  at: string;
  type: string;
  actor: string;
  onBehalfOf: string | null;
  subject: string | null;
  requestId: string;
  valuesHash: string;
  previousHash: string;
  hash: string;
  salt: string | null;
  before: unknown;
  after: unknown;
}

const BATCH = 1_000;

/** Follows the chain from its start, and holds the values that are still there against their hashes. */
export async function verifyAuditTrail(em: EntityManager): Promise<AuditVerification> {
  const outcome: AuditVerification = { events: 0, erased: 0, fault: null };
  let previousHash = CHAIN_START;
  let lastId = 0;
  for (;;) {
    const rows = await em.execute<Row[]>(
      `select e.id, e.at, e.type, e.actor, e.on_behalf_of as "onBehalfOf", e.subject, e.request_id as "requestId",
              e.values_hash as "valuesHash", e.previous_hash as "previousHash", e.hash, v.salt, v.before, v.after
       from audit_event e left join audit_values v on v.event_id = e.id
       where e.id > ? order by e.id limit ?`,
      [lastId, BATCH],
    );
    for (const row of rows) {
      const reason = findFault(row, previousHash);
      if (reason) return { ...outcome, fault: { id: row.id, reason } };
      outcome.events += 1;
      if (isErased(row)) outcome.erased += 1;
      previousHash = row.hash;
      lastId = row.id;
    }
    if (rows.length < BATCH) return outcome;
  }
}

const isErased = ({ salt, before, after }: Row): boolean => salt === '' && before === null && after === null;

function findFault(row: Row, previousHash: string): string | null {
  if (row.previousHash !== previousHash) return 'an event before it is missing, or was put in';
  const { type, actor, onBehalfOf, subject, requestId, valuesHash } = row;
  const origin = { actor: actor as never, onBehalfOf, subject, requestId, at: new Date(row.at) };
  if (hashEvent({ ...origin, type, valuesHash, previousHash }) !== row.hash) return 'the event was changed';
  if (row.salt === null) return 'its values are missing';
  if (!isErased(row) && hashValues(row.salt, row.before, row.after) !== valuesHash)
    return 'its values were changed';
  return null;
}
