import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Statement } from '../../../platform/database/query.ts';
import type { AuditEventType, AuditPayloads } from './audit-event-types.ts';

/** Who did it: a participant, a member of staff, a visitor who is not logged in, or the operator of the server. */
export type Actor = `participant:${string}` | `staff:${string}` | 'visitor' | 'operator';

export interface AuditOrigin {
  actor: Actor;
  /** The participant a member of staff acts for, or null. */
  onBehalfOf: string | null;
  /** Whose data the event is about. */
  subject: string | null;
  requestId: string;
  at: Date;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What the first event of the log names as the one before it. */
export const CHAIN_START = '0'.repeat(64);

/** The salted hash by which the chain holds values that may later be erased. */
export const hashValues = (salt: string, before: unknown, after: unknown): string =>
  sha256(JSON.stringify([salt, before ?? null, after ?? null], sortFields));

/** The database keeps an object's fields in an order of its own, so the hash must not depend on one. */
const sortFields = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

interface ChainedEvent extends AuditOrigin {
  type: string;
  valuesHash: string;
  previousHash: string;
}

export const hashEvent = (event: ChainedEvent): string =>
  sha256(
    JSON.stringify([
      event.previousHash,
      event.at.toISOString(),
      event.type,
      event.actor,
      event.onBehalfOf,
      event.subject,
      event.requestId,
      event.valuesHash,
    ]),
  );

/**
 * Serialises appends to the audit log until the transaction commits, so that the chain never forks. It is the last lock
 * but for sessions: rows of participants, of staff and of devices are locked before it. Sessions end under it, or under the
 * lock of their device.
 */
export const lockAuditLog = (tx: EntityManager): Promise<unknown> =>
  tx.execute('select pg_advisory_xact_lock(724002)');

/** An event as it goes into the log, but for its place there. */
export interface PreparedAuditEvent extends AuditOrigin {
  type: AuditEventType;
  salt: string;
  valuesHash: string;
  before: unknown;
  after: unknown;
}

/** Prepares all of an event that does not depend on the one before it. Later changes of `values` are no part of it. */
export function prepareAuditEvent<T extends AuditEventType>(
  type: T,
  origin: AuditOrigin,
  values: AuditPayloads[T],
): PreparedAuditEvent {
  // As the row stores them: what JSON leaves out is not hashed.
  const { before = null, after = null } = JSON.parse(JSON.stringify(values));
  const salt = randomBytes(16).toString('hex');
  const { actor, onBehalfOf, subject, requestId, at } = origin;
  const valuesHash = hashValues(salt, before, after);
  return { type, actor, onBehalfOf, subject, requestId, at, salt, valuesHash, before, after };
}

/**
 * The statement that appends events to the log in the transaction of the changes that they describe, each chained to the
 * one before it. The database locks the log, sets their instants by its own clock, hashes the rows as it stores them and
 * adds them in this one statement: others wait for it and for the commit only.
 */
export const appendAuditEvents = (events: readonly PreparedAuditEvent[]): Statement => ({
  text: 'select append_audit_events(?::jsonb)',
  params: [JSON.stringify(events)],
});
