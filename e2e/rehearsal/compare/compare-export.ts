import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Unzipped, unzip } from '../../../api/src/testing/read-export.ts';
import type { Rehearsal } from '../context.ts';
import { exportOf, trialNumbers } from '../model/trial.ts';
import type { Person } from '../people/person.ts';
import type { Member } from '../staff/staff-browser.ts';
import { peopleIn, rowsOf } from './read-export.ts';

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
  const truth = facts.flatMap((each) => exportOf(content, each, stack.now()) ?? []);
  const seen = peopleIn(files);
  const sorted = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(each)).sort();
  const [rows, model] = [sorted(seen), sorted(truth)];
  watch.compare('export', 'people', rows.length, model.length);
  const alone = rows.filter((row) => !model.includes(row));
  const missing = model.filter((row) => !rows.includes(row));
  for (const [index, row] of alone.entries())
    watch.compare('export', 'a person', JSON.parse(row), JSON.parse(missing[index] ?? 'null'));
  const numbers = trialNumbers(content, facts, stack.now());
  compareCounts(rehearsal, files, numbers);
  compareAnalysis(rehearsal, files, bytes, numbers);
}

function compareCounts({ watch }: Rehearsal, files: Unzipped, truth: ReturnType<typeof trialNumbers>): void {
  const boxes = new Map(rowsOf(files, 'consort').map(({ box, people }) => [box, Number(people)]));
  const flow = Object.fromEntries(Object.keys(truth.flow).map((box) => [box, boxes.get(box)]));
  watch.compare('trial at a glance', 'participant flow', flow, truth.flow);
  const retention = rowsOf(files, 'retention').map(({ arm, ...row }) => ({
    arm,
    ...Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, Number(cell)])),
  }));
  watch.compare('trial at a glance', 'retention', retention, truth.retention);
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
