import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import type { AuditRow } from './read-audit-log.ts';

/** The events of a log that was downloaded as CSV, one after the other. Throws where the file is no such CSV. */
export async function* readAuditCsv(file: string): AsyncGenerator<AuditRow, void> {
  let columns: string[] = [];
  const lines = parse({
    columns: (names: string[]) => {
      columns = names;
      return names;
    },
    bom: true,
  });
  // An error of either ends the loop below.
  pipeline(createReadStream(file), lines, () => {});
  for await (const line of lines as AsyncIterable<Record<string, string>>) {
    const cell = (name: string): string => {
      const text = line[name];
      if (text === undefined) throw new Error(`The file has no column "${name}".`);
      return text;
    };
    const json = (name: string): unknown => (cell(name) === '' ? null : JSON.parse(cell(name)));
    const isErased = cell('erased') === '1';
    yield {
      id: Number(cell('id')),
      at: new Date(cell('at')),
      type: cell('type'),
      actor: cell('actor'),
      onBehalfOf: cell('on_behalf_of') || null,
      subject: cell('subject') || null,
      requestId: cell('request_id'),
      valuesHash: cell('values_hash'),
      previousHash: cell('previous_hash'),
      hash: cell('hash'),
      salt: isErased ? '' : cell('salt') || null,
      before: json('before'),
      after: json('after'),
    };
  }
  // Of an empty file, or another kind of one line, there was no row to miss it.
  if (!columns.includes('hash')) throw new Error('The file has no column "hash".');
}
