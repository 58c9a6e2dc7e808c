import type { EntityManager } from '../../platform/database/orm.ts';

/** An event as it lies in the database, with its values. */
export interface AuditRow {
  id: number;
  at: Date;
  type: string;
  actor: string;
  onBehalfOf: string | null;
  subject: string | null;
  requestId: string;
  valuesHash: string;
  previousHash: string;
  hash: string;
  /** Empty once the values were erased; null where they were removed. */
  salt: string | null;
  before: unknown;
  after: unknown;
}

const BATCH = 1_000;

/** Whether the event's values were erased with their participant. */
export const isErased = ({ salt, before, after }: Pick<AuditRow, 'salt' | 'before' | 'after'>): boolean =>
  salt === '' && before === null && after === null;

export const AUDIT_COLUMNS = `e.id, e.at, e.type, e.actor, e.on_behalf_of as "onBehalfOf", e.subject, e.request_id as "requestId",
  e.values_hash as "valuesHash", e.previous_hash as "previousHash", e.hash, v.salt, v.before, v.after`;

/** The whole log from its start, a batch in memory at a time. */
export async function* readAuditLog(em: EntityManager): AsyncGenerator<AuditRow, void> {
  let lastId = 0;
  for (;;) {
    const rows = await em.execute<AuditRow[]>(
      `select ${AUDIT_COLUMNS} from audit_event e left join audit_values v on v.event_id = e.id
       where e.id > ? order by e.id limit ?`,
      [lastId, BATCH],
    );
    yield* rows;
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < BATCH) return;
  }
}
