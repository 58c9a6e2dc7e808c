import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { csvLine } from '../../../platform/csv/csv.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { ExportFile } from '../../core/export/export-file.ts';
import type { ExportProof } from '../linkage/find-proof.ts';
import { codebook } from './dictionary/codebook.ts';
import { redcapProject } from './dictionary/redcap-project.ts';
import { exportFiles, maskFiles } from './files/export-files.ts';
import type { ExportView } from './open-export-view.ts';

/** Goes up when a file or column gets another name or meaning; codebook-changes.md says which. */
const FORMAT = 4;
const CHANGES = join(import.meta.dirname, 'dictionary/codebook-changes.md');
/** Scripts that read the export. They travel in it. */
const ANALYSIS = join(import.meta.dirname, 'analysis');
/** The best of what the library does in reasonable time. */
const LEVEL = 6;

export interface ExportSummary {
  /** Rows of each file. */
  counts: Record<string, number>;
  bytes: number;
  /** SHA-256 of the whole download. */
  sha256: string;
}

const encoder = new TextEncoder();
const sha256 = () => createHash('sha256');

/**
 * Makes the export as a zip, chunk by chunk, from one view of the database. Nothing is made before it is asked for,
 * and no more is in memory than a batch of rows, however many participants there are. Returns what it was in the end.
 */
export async function* writeExport(
  view: ExportView,
  content: Content,
  now: Date,
  isMasked = false,
  all = exportFiles(content),
): AsyncGenerator<Uint8Array, ExportSummary> {
  const files = isMasked ? maskFiles(all) : all;
  const explained = {
    'codebook.csv': codebook(files),
    'codebook-changes.md': readFileSync(CHANGES, 'utf8'),
    'analysis.yaml': content.sources.analysis,
    'declared_analysis.csv': declaredAnalysis(content),
    ...Object.fromEntries(
      Object.entries(redcapProject(files, content.followUps.months)).map(([name, text]) => [
        `redcap/${name}`,
        text,
      ]),
    ),
    ...Object.fromEntries(
      readdirSync(ANALYSIS).map((name) => [`analysis/${name}`, readFileSync(join(ANALYSIS, name), 'utf8')]),
    ),
  };
  const counts: Record<string, number> = {};
  const sums: string[] = [];
  const whole = sha256();
  let bytes = 0;
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });

  function* taken() {
    const chunks = made;
    made = [];
    for (const chunk of chunks) {
      if (chunk.length === 0) continue;
      whole.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  async function* add(name: string, texts: AsyncIterable<string> | Iterable<string>) {
    const sum = sha256();
    const entry = new ZipDeflate(name, { level: LEVEL });
    entry.mtime = now;
    zip.add(entry);
    for await (const text of texts) {
      const chunk = encoder.encode(text);
      sum.update(chunk);
      entry.push(chunk);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
    sums.push(`${sum.digest('hex')}  ${name}\n`);
  }

  for (const file of files) {
    counts[file.name] = 0;
    const count = (rows: number) => {
      counts[file.name] = (counts[file.name] ?? 0) + rows;
    };
    yield* add(`${file.name}.csv`, linesOf(file, view, count));
  }
  for (const [name, text] of Object.entries(explained)) yield* add(name, [text]);
  yield* add('manifest.json', [manifest(content, now, counts, isMasked, view.proof)]);
  yield* add('SHA256SUMS', [sums.join('')]);
  zip.end();
  yield* taken();
  return { counts, bytes, sha256: whole.digest('hex') };
}

/** What of the declared analysis the scripts compute by, as a table, since neither reads YAML without a package. */
const declaredAnalysis = ({ analysis: { version, outcome } }: Content): string =>
  csvLine(['version', 'months', 'field', 'full']) +
  csvLine([version, outcome.months, outcome.field, outcome.full ?? null]);

/** A file's header, then its lines, a batch of rows at a time. Throws where a column is missing from the statement. */
async function* linesOf(
  file: ExportFile,
  view: ExportView,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const { columns, sql } = file;
  yield csvLine(columns.map(({ name }) => name));
  for await (const rows of view.rows(sql)) {
    count(rows.length);
    yield rows
      .map((row) =>
        csvLine(
          columns.map(({ name }) => {
            const cell = row[name];
            if (cell === undefined) throw new Error(`The export has no values for the column ${name}.`);
            return cell;
          }),
        ),
      )
      .join('');
  }
}

const manifest = (
  { product, demonstration, version, versions }: Content,
  now: Date,
  rows: object,
  masked: boolean,
  proof: ExportProof,
): string =>
  `${JSON.stringify({ product: product.name, format: FORMAT, masked, madeAt: now.toISOString(), timeZone: product.timeZone, demonstration, contentVersion: version, contentFiles: versions, ...proof, rows }, null, 2)}\n`;
