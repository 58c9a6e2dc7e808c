import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';

const SCRIPTS = join(import.meta.dirname, 'analysis');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Five people: two reduce, two have usual care, of whom one answered nothing, and one was not randomised. */
const FILES: Record<string, string[]> = {
  participants: ['study_id,data_choice', 'S1,', 'S2,', 'S3,', 'S4,', 'S5,'],
  survey_outcomes: [
    'study_id,eligible,acting_ineligible,stratum',
    ...['S1,1,0,low', 'S2,1,0,high', 'S3,1,0,low', 'S4,1,0,low', 'S5,1,0,low'],
  ],
  consents: ['study_id,consent,consent_day', ...['S1', 'S2', 'S3', 'S4', 'S5'].map((id) => `${id},1,0`)],
  stops: ['study_id,degree,reason,stop_day,consent'],
  allocations: [
    'study_id,arm,draw_day',
    ...['S1,reduction,2', 'S2,reduction,3', 'S3,usual-care,1', 'S4,usual-care,1'],
  ],
  observation: [
    'study_id,draw_day,export_day,censoring_day',
    ...['S1,2,20,20', 'S2,3,20,20', 'S3,1,20,20', 'S4,1,20,20', 'S5,,20,20'],
  ],
  baseline: [
    'study_id,medicine_id,dose_id,dose_mg,duration_id,baseline_day',
    ...['S1,106,363,100,501,0', 'S2,109,393,37.5,504,1', 'S3,106,363,100,504,0', 'S5,106,363,100,501,0'],
  ],
  adverse_events: [
    'study_id,event,onset_day,serious',
    ...['S1,1,1,1', 'S1,2,2,0', 'S1,3,9,1', 'S3,1,5,0', 'S5,1,5,1'],
  ],
  consort: ['box,people', 'consented,5', 'randomised,4'],
  recruitment: ['week,consented,randomised', '1,5,4'],
};

function analyse(command: string, script: string, files: Record<string, string[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-analysis-'));
  folders.push(folder);
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(folder, `${name}.csv`), `${lines.join('\r\n')}\r\n`);
  const { stdout, stderr, status } = spawnSync(command, [join(SCRIPTS, script), folder, '--json'], {
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}

const inRows = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).join(' '));

describe.each([
  ['python3', 'analyse.py'],
  ['Rscript', 'analyse.R'],
])('by %s', (command, script) => {
  const isInstalled = spawnSync(command, ['--version']).status === 0;

  (isInstalled ? test : test.skip)('what each arm had before randomisation, and its adverse events', () => {
    const { baseline, adverse_events } = analyse(command, script, FILES);
    expect(inRows(baseline)).toEqual([
      ...['reduction stratum high 1', 'reduction stratum low 1', 'usual-care stratum low 2'],
      ...['reduction medicine_id 106 1', 'reduction medicine_id 109 1'],
      ...['usual-care medicine_id 106 1', 'usual-care medicine_id missing 1'],
      ...['reduction dose_id 363 1', 'reduction dose_id 393 1'],
      ...['usual-care dose_id 363 1', 'usual-care dose_id missing 1'],
      ...['reduction duration_id 501 1', 'reduction duration_id 504 1'],
      ...['usual-care duration_id 504 1', 'usual-care duration_id missing 1'],
    ]);
    expect(inRows(adverse_events)).toEqual([
      'reduction all 2 1 2',
      'reduction serious 2 1 1',
      'usual-care all 2 1 1',
      'usual-care serious 2 0 0',
    ]);
  });

  (isInstalled ? test : test.skip)('a masked export, without arms, has everyone together', () => {
    const allocations = FILES.allocations?.map((line) => line.replace(/,[^,]+(?=,)/, '')) ?? [];
    const { baseline, adverse_events } = analyse(command, script, { ...FILES, allocations });
    expect(inRows(baseline).slice(0, 2)).toEqual(['all stratum high 1', 'all stratum low 3']);
    expect(inRows(adverse_events)).toEqual(['all all 4 2 3', 'all serious 4 1 1']);
  });
});
