import type { PdfWriter } from '../../api/src/domain/care/documents/pdf-writer.ts';
import type { Results } from './results.ts';
import type { Evidence, Outcome, Traced, TracedRequirement } from './trace.ts';
import type { Versions } from './versions.ts';

/** What both the page and the PDF are written with. */
export type ReportWriter = Pick<PdfWriter, 'heading' | 'paragraph' | 'list' | 'fact'>;

export interface Report {
  title: string;
  traced: Traced;
  results: Results;
  versions: Versions;
}

const RESULT: Record<Outcome, string> = {
  shown: 'Shown by passed tests.',
  open: 'Open: not shown, or not all of it.',
  'not shown': 'Not shown.',
};

/** The whole report, from its result to its hashes. */
export function describeReport(writer: ReportWriter, { title, traced, results, versions }: Report): void {
  const all = traced.sections.flatMap(({ requirements }) => requirements);
  const list = (items: readonly string[]) => {
    if (items.length > 0) writer.list(items);
    else writer.paragraph('There are none.');
  };
  writer.heading(1, title);
  describeResult(writer, traced, results);
  writer.heading(2, 'Faults');
  list(traced.faults);
  writer.heading(2, 'Open');
  list(all.flatMap(({ id, open }) => (open ? [`${id}: ${open}`] : [])));
  writer.heading(2, 'Deviations');
  list(all.flatMap(({ id, deviation }) => (deviation ? [`${id}: ${deviation}`] : [])));
  for (const { heading, requirements } of traced.sections) {
    writer.heading(2, heading);
    for (const requirement of requirements) describeRequirement(writer, requirement, results);
  }
  describeRehearsal(writer, results);
  describeVersions(writer, versions, results);
}

function describeResult(writer: ReportWriter, { sections, faults }: Traced, { run, tests }: Results): void {
  const all = sections.flatMap(({ requirements }) => requirements);
  const count = (outcome: Outcome) => all.filter((each) => each.outcome === outcome).length;
  const ran = (outcome: string) => tests.filter((each) => each.outcome === outcome).length;
  writer.paragraph(
    faults.length === 0
      ? 'No fault was found. What is open is listed below.'
      : `The validation fails: faults found: ${faults.length}.`,
  );
  writer.fact('Tests begun', run.startedAt);
  writer.fact(
    'Requirements',
    `${all.length}: ${count('shown')} shown, ${count('open')} open, ${count('not shown')} not shown`,
  );
  writer.fact(
    'Tests and journeys',
    `${tests.length}: ${ran('passed')} passed, ${ran('failed')} failed, ${ran('skipped')} skipped`,
  );
  writer.paragraph(
    'A requirement is shown where each test named for it ran in this run and none failed. The report does not show that the content is clinically right, how real phones behave, or what mail providers do with messages.',
    'soft',
  );
}

function describeRequirement(
  writer: ReportWriter,
  { id, says, outcome, evidence, rehearsal, deviation, open }: TracedRequirement,
  results: Results,
): void {
  writer.heading(3, `${id}. ${says}`);
  writer.fact('Result', RESULT[outcome]);
  if (open) writer.fact('Open', open);
  if (deviation) writer.fact('Deviation', deviation);
  const counts = results.rehearsal?.counts;
  const items = [
    ...evidence.map(inWords),
    ...(counts ? rehearsal.map((what) => `The rehearsal: ${what}, ${counts[what] ?? 0} times`) : []),
  ];
  if (items.length > 0) writer.list(items);
}

/** `a title (folder/a.test.ts): passed`. */
function inWords({ file, title, counts }: Evidence): string {
  const outcomes = Object.entries(counts).filter(([, count]) => count > 0);
  const words = outcomes.map(([outcome, count]) => (count === 1 ? outcome : `${count} ${outcome}`));
  return `${title} (${file}): ${words.join(', ') || 'did not run'}`;
}

function describeRehearsal(writer: ReportWriter, { rehearsal }: Results): void {
  writer.heading(2, 'Rehearsal');
  if (!rehearsal) {
    writer.paragraph('No rehearsal belongs to this report.');
    return;
  }
  const { people, days, seed, findings, counts } = rehearsal;
  writer.fact('Run', `${people} people, ${days} days, seed ${seed}`);
  writer.fact('Differences from the model', String(findings.length));
  writer.list(
    Object.entries(counts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, count]) => `${what}: ${count}`),
  );
}

function describeVersions(writer: ReportWriter, versions: Versions, { run }: Results): void {
  const facts = (heading: string, entries: Record<string, string>) => {
    writer.heading(2, heading);
    for (const [label, value] of Object.entries(entries)) writer.fact(label, value);
  };
  facts('Versions', {
    ...versions.packages,
    'Node.js of the tests': run.node,
    PostgreSQL: versions.postgresql,
  });
  writer.heading(2, 'Hashes (SHA-256)');
  writer.fact('Sources', versions.sources);
  writer.fact('package-lock.json, which fixes each dependency', versions.lockFile);
  writer.fact('requirements.yaml', versions.requirements);
  facts('Releases', versions.releases);
  facts('Content', versions.content);
  facts('Database schema, by its migrations', versions.migrations);
}
