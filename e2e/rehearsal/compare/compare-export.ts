import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Unzipped, unzip } from '../../../api/src/testing/read-export.ts';
import type { Rehearsal } from '../context.ts';
import { exported } from '../model/export/export-file.ts';
import { TRIAL_FILES } from '../model/export/trial-files.ts';
import { trialNumbers } from '../model/trial.ts';
import type { Person } from '../people/person.ts';
import type { Member } from '../staff/staff-browser.ts';
import { compareColumns } from './compare-columns.ts';
import { inText, type PersonRows, peopleIn, rowsIn, rowsOfPerson } from './read-export.ts';

/** Every number of the export, of its counts and of its own analysis, beside the model. */
export async function compareExport(rehearsal: Rehearsal, people: readonly Person[], manager: Member) {
  const { watch, content, stack } = rehearsal;
  const answer = await manager.sign('/admin/export', '/admin/export', {
    reason: 'The end of the rehearsal',
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  watch.compare('export', 'status', answer.status, 200);
  if (answer.status !== 200) return;
  const files = unzip(bytes);
  const facts = people.filter(({ id }) => id !== null).map((person) => person.facts);
  compareColumns(rehearsal, files);
  const truth = facts.flatMap((each) => {
    const of = exported(content, each, stack.now());
    return of ? [rowsOfPerson(of)] : [];
  });
  comparePeople(rehearsal, peopleIn(files), truth);
  for (const [name, { rows }] of Object.entries(TRIAL_FILES))
    watch.compare('export', name, rowsIn(files, name), inText(name, rows(content, facts, stack.now())));
  const numbers = trialNumbers(content, facts, stack.now());
  compareAnalysis(rehearsal, files, bytes, numbers);
}

/** People as a whole, since study ids do not say who they are: each row of the one beside the row of the other that is most alike. */
function comparePeople(
  { watch }: Rehearsal,
  seen: readonly PersonRows[],
  truth: readonly PersonRows[],
): void {
  const write = (value: unknown): string => JSON.stringify(value);
  watch.compare('export', 'people', seen.length, truth.length);
  const written = new Set(truth.map(write));
  const rows = new Set(seen.map(write));
  const missing = truth.filter((person) => !rows.has(write(person)));
  for (const person of seen.filter((each) => !written.has(write(each)))) {
    const alike = (other: PersonRows) =>
      Object.keys(other).filter((name) => write(other[name]) === write(person[name])).length;
    const [nearest] = missing.sort((a, b) => alike(b) - alike(a));
    if (nearest) missing.splice(missing.indexOf(nearest), 1);
    for (const name of Object.keys(person))
      watch.compare('export', `${name} of a person`, person[name], nearest?.[name]);
  }
}

/** The script that comes with the export compares what its rows give with what the product counted, and counts the rest. */
function compareAnalysis(
  { watch }: Rehearsal,
  files: Unzipped,
  bytes: Uint8Array,
  truth: ReturnType<typeof trialNumbers>,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-analysis-'));
  writeFileSync(join(folder, 'export.zip'), bytes);
  writeFileSync(join(folder, 'analyse.py'), files.get('analysis/analyse.py') ?? '');
  const { status, stderr, stdout } = spawnSync(
    'python3',
    [join(folder, 'analyse.py'), join(folder, 'export.zip'), '--json'],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  watch.compare(
    'analysis',
    `analyse.py ${stderr.slice(0, 300)} ${status ? stdout.slice(-300) : ''}`,
    status,
    0,
  );
  if (status !== 0) return;
  const { events, adherence } = JSON.parse(stdout);
  const counted = Object.fromEntries(Object.keys(truth.events).map((name) => [name, events[name]]));
  watch.compare('trial at a glance', 'events', counted, truth.events);
  watch.compare('trial at a glance', 'adherence', adherence, truth.adherence);
}
