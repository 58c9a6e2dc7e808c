import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

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

/** What stays of a participant who withdrew: the choice, and how the team carried it out. */
const KEPT = ['data-consent.chosen', 'data-consent.carried-out'];

/**
 * The events with their values, to be narrowed and put in order. Those of a participant who withdrew are not read from
 * then on, though the owner's nightly job erases them later.
 */
export const auditRows = (em: EntityManager) =>
  query(em)
    .selectFrom('audit_event as e')
    .leftJoin('withdrawal as w', (on) => on.onRef('w.subject', '=', 'e.subject').on('e.type', 'not in', KEPT))
    .leftJoin('audit_values as v', (on) => on.onRef('v.event_id', '=', 'e.id').on('w.subject', 'is', null))
    .select([
      'e.id',
      'e.at',
      'e.type',
      'e.actor',
      'e.on_behalf_of as onBehalfOf',
      'e.subject',
      'e.request_id as requestId',
      'e.values_hash as valuesHash',
      'e.previous_hash as previousHash',
      'e.hash',
      sql<string | null>`case when w.subject is null then v.salt else '' end`.as('salt'),
      'v.before',
      'v.after',
    ]);

/** The whole log from its start, a batch in memory at a time. */
export async function* readAuditLog(em: EntityManager): AsyncGenerator<AuditRow, void> {
  for await (const batch of readAuditBatches(em)) yield* batch;
}

export async function* readAuditBatches(em: EntityManager): AsyncGenerator<AuditRow[], void> {
  let lastId = 0;
  for (;;) {
    const rows = await auditRows(em).where('e.id', '>', lastId).orderBy('e.id').limit(BATCH).execute();
    yield rows;
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < BATCH) return;
  }
}
