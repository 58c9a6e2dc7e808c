import { randomUUID } from 'node:crypto';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import { type Actor, recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Content } from '../content/load-content.ts';

interface OperationFields {
  /** The transaction that changes and audit events are part of, once the operation runs `inTransaction`. */
  db: EntityManager;
  now: Date;
  /** The calendar day (YYYY-MM-DD) of the participant, or of the trial where no participant is concerned. */
  today: string;
  content: Content;
  jobs: JobQueue;
  actor: Actor;
  /** The participant in whose place a member of staff acts, or null. */
  onBehalfOf: string | null;
  requestId: string;
}

/** The context of a command, the same for every caller: a route, a page of the team, a job, the command line or a test. */
export interface Operation extends OperationFields {
  /** Writes an audit event about `subject`, in the transaction that runs or in one of its own. */
  audit<T extends AuditEventType>(
    this: Operation,
    type: T,
    subject: string | null,
    values: AuditPayloads[T],
  ): Promise<void>;
}

/** `beforeAudit` runs in the transaction before each event: a door may find there that acting has ended. */
export const createOperation = (
  fields: OperationFields,
  beforeAudit?: (db: EntityManager) => Promise<void>,
): Operation => ({
  ...fields,
  audit(type, subject, values) {
    return inTransaction(this, async ({ db, actor, onBehalfOf, requestId, now: at }) => {
      await beforeAudit?.(db);
      await recordAuditEvent(db, type, { actor, onBehalfOf, subject, requestId, at }, values);
    });
  },
});

/** An operation that no request asks for: of a job, of the command line or of a test. */
export const systemOperation = (
  fields: Pick<OperationFields, 'db' | 'now' | 'content' | 'jobs'>,
): Operation =>
  createOperation({
    ...fields,
    today: localDate(fields.now, fields.content.product.timeZone),
    actor: 'operator',
    onBehalfOf: null,
    requestId: randomUUID(),
  });

/** Runs `work` as one transaction, or as part of the one that runs already: all that it changes is stored, or nothing. */
export const inTransaction = <T>(op: Operation, work: (op: Operation) => Promise<T>): Promise<T> =>
  op.db.isInTransaction() ? work(op) : op.db.transactional((db) => work({ ...op, db }));
