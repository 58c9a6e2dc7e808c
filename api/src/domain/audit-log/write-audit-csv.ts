import { csvLine } from '../../platform/csv/csv.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { isErased, readAuditLog } from './read-audit-log.ts';

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
];

/** The whole log as lines of RFC 4180, with all that its hashes are made from, so that others can follow the chain. */
export async function* writeAuditCsv(em: EntityManager): AsyncGenerator<Uint8Array, void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  let lines = csvLine(COLUMNS);
  for await (const row of readAuditLog(em)) {
    lines += csvLine([
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
    ]);
    if (lines.length > 64_000) {
      yield Buffer.from(lines);
      lines = '';
    }
  }
  yield Buffer.from(lines);
}
