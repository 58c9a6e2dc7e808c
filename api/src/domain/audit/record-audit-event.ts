import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '../../platform/database/orm.ts';
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
 * but for sessions: rows of participants and of staff are locked before it, and sessions end under it.
 */
export const lockAuditLog = (tx: EntityManager): Promise<unknown> =>
  tx.execute('select pg_advisory_xact_lock(724002)');

interface StoredForm extends Pick<AuditOrigin, 'onBehalfOf' | 'subject'> {
  previousHash: string | null;
  before: unknown;
  after: unknown;
}

/** Appends one event to the log in the transaction of the change it describes, chained to the event before it. */
export async function recordAuditEvent<T extends AuditEventType>(
  em: EntityManager,
  type: T,
  origin: AuditOrigin,
  values: AuditPayloads[T],
): Promise<void> {
  const { before = null, after = null } = values as { before?: unknown; after?: unknown };
  await lockAuditLog(em);
  // Hashed as the row stores it: the database has one way to write an id and a number, whatever it was given.
  const [stored] = await em.execute<StoredForm[]>(
    `select (select hash from audit_event order by id desc limit 1) as "previousHash",
       ?::uuid as "onBehalfOf", ?::uuid as subject, ?::jsonb as before, ?::jsonb as after`,
    [origin.onBehalfOf, origin.subject, before && JSON.stringify(before), after && JSON.stringify(after)],
  );
  if (!stored) throw new Error('The database gave no row.');
  const { onBehalfOf, subject } = stored;
  const previousHash = stored.previousHash ?? CHAIN_START;
  const salt = randomBytes(16).toString('hex');
  const valuesHash = hashValues(salt, stored.before, stored.after);
  const hash = hashEvent({ ...origin, onBehalfOf, subject, type, valuesHash, previousHash });
  const [event] = await em.execute<{ id: number }[]>(
    `insert into audit_event (at, type, actor, on_behalf_of, subject, request_id, values_hash, previous_hash, hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    [origin.at, type, origin.actor, onBehalfOf, subject, origin.requestId, valuesHash, previousHash, hash],
  );
  await em.execute('insert into audit_values (event_id, salt, before, after) values (?, ?, ?, ?)', [
    event?.id,
    salt,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
  ]);
}

/**
 * Empties the personal values of a participant's events, but for their choice. The chain itself stays whole. The database
 * rejects it unless an event records that they chose so.
 */
export async function eraseAuditValues(em: EntityManager, subject: string): Promise<void> {
  // The application may not touch the values itself; this function of the database's owner does it for it.
  await em.execute('select erase_audit_values(?)', [subject]);
}
