import type { PdfWriter } from '../../api/src/domain/care/documents/pdf-writer.ts';
import { textOf } from './requirements.ts';
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
  shown: 'Shown: its tests passed, and each of its breaks was found.',
  'not shown': 'Not shown.',
  'not testable': 'Not testable.',
};

/** The whole report: its result, what is not shown, then every requirement, and what it was made from. */
export function describeReport(writer: ReportWriter, { title, traced, results, versions }: Report): void {
  const all = traced.sections.flatMap(({ requirements }) => requirements);
  const list = (items: readonly string[]) => {
    if (items.length > 0) writer.list(items);
    else writer.paragraph('There are none.');
  };
  const ofOutcome = (wanted: Outcome) =>
    all
      .filter(({ outcome }) => outcome === wanted)
      .map((each) => `${each.id}: ${textOf(each)} ${each.notShown ?? each.notTestable ?? ''}`.trim());
  writer.heading(1, title);
  describeResult(writer, traced, results, versions);
  writer.heading(2, 'Not shown');
  list(ofOutcome('not shown'));
  writer.heading(2, 'Faults');
  list(traced.faults);
  writer.heading(2, 'Not testable');
  list(ofOutcome('not testable'));
  writer.heading(2, 'Deviations');
  list(all.flatMap(({ id, deviation }) => (deviation ? [`${id}: ${deviation}`] : [])));
  for (const { heading, risk, requirements } of traced.sections) {
    writer.heading(2, heading);
    writer.fact('Risk', risk);
    for (const requirement of requirements) describeRequirement(writer, requirement, results);
  }
  describeRehearsal(writer, results);
  describeVersions(writer, versions, results);
}

function describeResult(
  writer: ReportWriter,
  { sections, faults }: Traced,
  { run, tests, breaks }: Results,
  versions: Versions,
): void {
  const all = sections.flatMap(({ requirements }) => requirements);
  const count = (outcome: Outcome) => all.filter((each) => each.outcome === outcome).length;
  const ran = (outcome: string) => tests.filter((each) => each.outcome === outcome).length;
  writer.paragraph(
    faults.length === 0 ? 'No fault was found.' : `The validation fails: faults found: ${faults.length}.`,
  );
  writer.fact(
    'Requirements',
    `${all.length}: ${count('shown')} shown, ${count('not shown')} not shown, ${count('not testable')} not testable`,
  );
  writer.fact(
    'Tests and journeys',
    `${tests.length}: ${ran('passed')} passed, ${ran('failed')} failed, ${ran('skipped')} skipped`,
  );
  writer.fact('Breaks', breaks ? breaksInWords(breaks.results) : 'none were run');
  writer.fact('Tests begun', run.startedAt);
  if (breaks) {
    writer.fact('Breaks begun', breaks.startedAt);
    writer.fact('Commit', breaks.commit);
    writer.fact('Machine', breaks.machine);
  }
  writer.fact('Sources (SHA-256)', versions.sources);
  writer.paragraph(
    'A requirement is shown where each test named for it passed in this run, and each small change of the source that is written down for it, planted by itself, made a named test fail. The report does not show that the content is clinically right, how real phones behave, or what mail providers do with messages.',
    'soft',
  );
}

/** `160 of 174 found, 12 survived (7 %), 2 undecided`. */
function breaksInWords(results: readonly { outcome: string }[]): string {
  const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
  const survived = count('survived');
  const decided = count('found') + survived;
  const rate = decided === 0 ? 0 : Math.round((100 * survived) / decided);
  return `${count('found')} of ${results.length} found, ${survived} survived (${rate} %), ${count('undecided')} undecided`;
}

function describeRequirement(writer: ReportWriter, requirement: TracedRequirement, results: Results): void {
  const { id, outcome, evidence, traced, rehearsal, deviation, notShown, notTestable } = requirement;
  writer.heading(3, `${id}. ${textOf(requirement)}`);
  writer.fact('Result', [RESULT[outcome], notShown ?? notTestable ?? ''].join(' ').trim());
  if (deviation) writer.fact('Deviation', deviation);
  const counts = results.rehearsal?.counts;
  const items = [
    ...evidence.map(inWords),
    ...traced.map(
      ({ file, find, replace, outcome, foundBy }) =>
        `Break of ${file}, “${find.trim()}” made “${replace.trim()}”: ${outcome}${foundBy ? ` by ${foundBy}` : ''}`,
    ),
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
