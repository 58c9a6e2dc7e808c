/** `npm run validate`: requirements with their tests and results, as a page and a PDF (docs/validation.md). */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { makePdf } from '../../api/src/domain/care/documents/pdf-document.ts';
import { originOf, writeBreaks } from '../breaks/keep-breaks.ts';
import { printResult, runBreaks } from '../breaks/run-breaks.ts';
import { UsageError } from '../rehearsal/options.ts';
import { describeReport, type ReportWriter } from './describe-report.ts';
import { writeHtml } from './html-writer.ts';
import { breaksOf, readRequirements } from './requirements.ts';
import { readResults } from './results.ts';
import { trace } from './trace.ts';
import { readVersions } from './versions.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const USAGE =
  'Use: npm run validate -- --results FOLDER (made by npm test -- --results FOLDER) --report FOLDER, and --rehearsal FOLDER for another rehearsal.';

try {
  process.exitCode = (await validate(readOptions(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

interface Options {
  results: string;
  report: string;
  rehearsal: string | null;
}

function readOptions(args: string[]): Options {
  const option = { type: 'string' } as const;
  let values: { results?: string; report?: string; rehearsal?: string };
  try {
    values = parseArgs({ args, options: { results: option, report: option, rehearsal: option } }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  if (!values.results || !values.report) throw new UsageError(USAGE);
  const results = resolve(values.results);
  const report = resolve(values.report);
  if (existsSync(report) && readdirSync(report).length > 0)
    throw new UsageError(`The report's folder ${report} is not empty; name another one.`);
  // `npm test` keeps that of its small rehearsal.
  const kept = join(results, 'rehearsal');
  const rehearsal = values.rehearsal ? resolve(values.rehearsal) : existsSync(kept) ? kept : null;
  return { results, report, rehearsal };
}

/** Writes the report; gives whether nothing is wrong. */
async function validate({ results: folder, report, rehearsal }: Options): Promise<boolean> {
  let results = readResults(folder, rehearsal);
  const versions = await readVersions(ROOT);
  if ([results.run, results.rehearsal].some((each) => each && each.sources !== versions.sources))
    throw new UsageError(
      'The results are of other sources than these. Run npm test again, with folders below .stepwise or outside of the checkout.',
    );
  const sections = readRequirements();
  // Kept beside the tests' results, so that a report that is made again plants nothing.
  if (results.breaks?.sources !== versions.sources) {
    const origin = originOf(ROOT);
    const breaks = sections.flatMap(({ requirements }) => requirements.flatMap(breaksOf));
    const broken = await runBreaks(ROOT, breaks, { lanes: availableParallelism(), onResult: printResult });
    writeBreaks(folder, { ...origin, results: broken });
    results = readResults(folder, rehearsal);
  }
  const traced = trace(sections, results);
  const productName: string = parse(readFileSync(join(ROOT, 'api/content/product.yaml'), 'utf8')).name;
  const title = `Validation report of ${productName}`;
  const write = (writer: ReportWriter) => describeReport(writer, { title, traced, results, versions });

  const date = new Date(results.run.startedAt);
  const pdf = await makePdf({ title, footer: title, productName, date }, write);
  mkdirSync(report, { recursive: true });
  writeFileSync(join(report, 'validation.html'), writeHtml(title, write));
  writeFileSync(join(report, 'validation.pdf'), pdf);

  const all = traced.sections.flatMap(({ requirements }) => requirements);
  for (const fault of traced.faults) process.stdout.write(`${fault}\n`);
  for (const { id, notShown } of all) if (notShown) process.stdout.write(`Not shown: ${id}: ${notShown}\n`);
  const shown = all.filter(({ outcome }) => outcome === 'shown').length;
  process.stdout.write(
    `${shown} of ${all.length} requirements shown, ${traced.faults.length} faults; see ${join(report, 'validation.html')}.\n`,
  );
  return traced.faults.length === 0;
}
