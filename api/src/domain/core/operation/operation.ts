import { randomUUID } from 'node:crypto';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { executeTogether, type Statement } from '../../../platform/database/query.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Module } from '../../../platform/modules/define-module.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import {
  type Actor,
  appendAuditEvents,
  type PreparedAuditEvent,
  prepareAuditEvent,
} from '../audit/record-audit-event.ts';
import type { Content } from '../content/load-content.ts';

interface OperationFields {
  /** The transaction that changes and audit events are part of, once the operation runs `inTransaction`. */
  db: EntityManager;
  now: Date;
  /** The calendar day (YYYY-MM-DD) of the participant, or of the trial where no participant is concerned. */
  today: string;
  content: Content;
  jobs: JobQueue;
  modules: readonly Module[];
  actor: Actor;
  /** The participant in whose place a member of staff acts, or null. */
  onBehalfOf: string | null;
  requestId: string;
  /** What the transaction that runs has still to write. */
  pending?: PendingWrites;
}

interface PendingWrites {
  events: PendingEvent[];
  /** Sent with the events at the end of the transaction. */
  statements: Statement[];
}

interface PendingEvent {
  event: PreparedAuditEvent;
  beforeWriting: BeforeAudit | undefined;
}

type BeforeAudit = (db: EntityManager) => Promise<void>;

/** The context of a command, the same for every caller: a route, a page of the team, a job, the command line or a test. */
export interface Operation extends OperationFields {
  /** Writes an audit event about `subject`, at the end of the transaction that runs or in one of its own. */
  audit<T extends AuditEventType>(
    this: Operation,
    type: T,
    subject: string | null,
    values: AuditPayloads[T],
  ): Promise<void>;
}

export interface OperationInTransaction extends Operation {
  pending: PendingWrites;
}

/** `beforeAudit` runs in the transaction before an event is written: a door may find there that acting has ended. */
export const createOperation = (fields: OperationFields, beforeAudit?: BeforeAudit): Operation => ({
  ...fields,
  audit(type, subject, values) {
    return inTransaction(this, async ({ actor, onBehalfOf, requestId, now: at, pending }) => {
      const event = prepareAuditEvent(type, { actor, onBehalfOf, subject, requestId, at }, values);
      pending.events.push({ event, beforeWriting: beforeAudit });
    });
  },
});

/** An operation that no request asks for: of a job, of the command line or of a test. */
export const systemOperation = (
  fields: Pick<OperationFields, 'db' | 'now' | 'content' | 'jobs' | 'modules'>,
): Operation =>
  createOperation({
    ...fields,
    today: localDate(fields.now, fields.content.product.timeZone),
    actor: 'operator',
    onBehalfOf: null,
    requestId: randomUUID(),
  });

/**
 * Runs `work` as one transaction, or as part of the one that runs already: all that it changes is stored, or nothing. Its
 * audit events are written last, since the audit log stays locked from then until the commit.
 */
export const inTransaction = <T>(
  op: Operation,
  work: (op: OperationInTransaction) => Promise<T>,
): Promise<T> =>
  op.pending
    ? work({ ...op, pending: op.pending })
    : op.db.transactional(async (db) => {
        const own = { ...op, db, pending: { events: [], statements: [] } };
        const result = await work(own);
        // A transaction around this one commits by itself.
        await writePending(own, { commits: !op.db.isInTransaction() });
        return result;
      });

/** Writes the audit events of the transaction so far, for what has to find them in the log. */
export async function writePendingEvents({ db, pending }: Operation): Promise<void> {
  if (pending) await executeTogether(db, await takeEvents(db, pending));
}

/**
 * Writes what is left for the end of a transaction and commits it in one round trip, so that the log is locked for the
 * database's work only. What is left to commit afterwards is an empty transaction.
 */
async function writePending(
  { db, pending }: OperationInTransaction,
  { commits }: { commits: boolean },
): Promise<void> {
  const statements = [...pending.statements, ...(await takeEvents(db, pending))];
  if (commits && statements.length > 0) statements.push({ text: 'commit and chain', params: [] });
  await executeTogether(db, statements);
}

/** The statement that writes the events of a transaction so far, if there are any. */
async function takeEvents(db: EntityManager, { events }: PendingWrites): Promise<Statement[]> {
  const taken = events.splice(0);
  if (taken.length === 0) return [];
  await db.flush();
  for (const check of new Set(taken.map(({ beforeWriting }) => beforeWriting))) await check?.(db);
  return [appendAuditEvents(taken.map(({ event }) => event))];
}
