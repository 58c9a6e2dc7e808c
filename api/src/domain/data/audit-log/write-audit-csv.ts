import { csvLine } from '../../../platform/csv/csv.ts';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { findEventDays } from './find-event-days.ts';
import { isErased, readAuditBatches } from './read-audit-log.ts';

const COLUMNS = [
  'id',
  'at',
  'type',
  'actor',
  'on_behalf_of',
  'subject',
  'request_id',
  'erased',
  'salt',
  'before',
  'after',
  'values_hash',
  'previous_hash',
  'hash',
  'local_day',
];

/**
 * The whole log as lines of RFC 4180, with all that its hashes are made from, so that others can follow the chain. The
 * last column is the participant's own day, worked out now, of which no hash is made; `trialZone` is the trial's (IANA).
 */
export async function* writeAuditCsv(em: EntityManager, trialZone: string): AsyncGenerator<Uint8Array, void> {
  // Written so that no program that parts cells at semicolons finds a formula, and read as the same JSON.
  const json = (value: unknown) =>
    value === null ? null : JSON.stringify(value).replaceAll(/;(?=[=+\-@])/g, '\\u003b');
  yield Buffer.from(csvLine(COLUMNS));
  for await (const batch of readAuditBatches(em)) {
    const dayOf = await findEventDays(em, batch, trialZone);
    const lines = batch.map((row) =>
      csvLine([
        row.id,
        row.at.toISOString(),
        row.type,
        row.actor,
        row.onBehalfOf,
        row.subject,
        row.requestId,
        isErased(row),
        row.salt,
        json(row.before),
        json(row.after),
        row.valuesHash,
        row.previousHash,
        row.hash,
        dayOf(row),
      ]),
    );
    yield Buffer.from(lines.join(''));
  }
}
