import { randomUUID } from 'node:crypto';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../../platform/database/orm.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Module } from '../../../platform/modules/define-module.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import {
  type Actor,
  appendAuditEvents,
  commitWithAuditEvents,
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
  /** The events of the transaction that runs which are not written yet. */
  pendingEvents?: PendingEvent[];
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

interface OperationInTransaction extends Operation {
  pendingEvents: PendingEvent[];
}

/** `beforeAudit` runs in the transaction before an event is written: a door may find there that acting has ended. */
export const createOperation = (fields: OperationFields, beforeAudit?: BeforeAudit): Operation => ({
  ...fields,
  audit(type, subject, values) {
    return inTransaction(this, async ({ actor, onBehalfOf, requestId, now: at, pendingEvents }) => {
      const event = prepareAuditEvent(type, { actor, onBehalfOf, subject, requestId, at }, values);
      pendingEvents.push({ event, beforeWriting: beforeAudit });
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
  op.pendingEvents
    ? work({ ...op, pendingEvents: op.pendingEvents })
    : op.db.transactional(async (db) => {
        const own = { ...op, db, pendingEvents: [] };
        const result = await work(own);
        // A transaction around this one commits by itself.
        await writePendingEvents(own, op.db.isInTransaction() ? appendAuditEvents : commitWithAuditEvents);
        return result;
      });

/** Writes the audit events of the transaction so far, for what has to find them in the log. */
export async function writePendingEvents(
  { db, pendingEvents = [] }: Operation,
  write = appendAuditEvents,
): Promise<void> {
  const pending = pendingEvents.splice(0);
  if (pending.length === 0) return;
  await db.flush();
  for (const check of new Set(pending.map(({ beforeWriting }) => beforeWriting))) await check?.(db);
  await write(
    db,
    pending.map(({ event }) => event),
  );
}
