import type { EntityManager } from '../../platform/database/orm.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import { type Actor, type AuditOrigin, recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Content } from '../content/load-content.ts';

/** What a command is told, whoever calls it: a route, a page of the team, a job, the command line or a test. */
export interface Operation {
  /** The transaction that the command's changes and audit events are part of, once it runs `inTransaction`. */
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
  /** Writes an audit event about `subject` into the transaction `db`. */
  audit<T extends AuditEventType>(type: T, subject: string | null, values: AuditPayloads[T]): Promise<void>;
}

type OperationFields = Omit<Operation, 'audit'>;

/** `beforeAudit` runs in the transaction before each event: a door may find there that acting has ended. */
export function createOperation(
  fields: OperationFields,
  beforeAudit?: (db: EntityManager) => Promise<void>,
): Operation {
  return {
    ...fields,
    async audit(type, subject, values) {
      await beforeAudit?.(this.db);
      await recordAuditEvent(this.db, type, originOf(this, subject), values);
    },
  };
}

/** Who did it, when and by which request, for an event about `subject`. */
export const originOf = (
  { actor, onBehalfOf, requestId, now }: OperationFields,
  subject: string | null,
): AuditOrigin => ({ actor, onBehalfOf, subject, requestId, at: now });

/** Runs `work` as one transaction: its changes and audit events are kept together, or none of them. */
export const inTransaction = <T>(op: Operation, work: (op: Operation) => Promise<T>): Promise<T> =>
  op.db.transactional((db) => work({ ...op, db }));
