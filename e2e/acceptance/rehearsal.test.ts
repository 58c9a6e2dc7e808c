import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FAULTS } from '../rehearsal/faults/faults.ts';
import { readPatched } from '../rehearsal/faults/patched-copy.ts';
import { readOptions } from '../rehearsal/options.ts';

describe('the options of a rehearsal', () => {
  test('give people, days, seed and faults', () => {
    expect(readOptions(['--people', '12', '--weeks', '6', '--fault', 'wrong-stratum'])).toEqual({
      people: 12,
      days: 42,
      seed: 1,
      report: null,
      twice: false,
      faults: ['wrong-stratum'],
    });
    expect(readOptions([])).toMatchObject({ people: 100, days: 720, faults: [] });
    expect(readOptions(['--every-fault']).faults).toHaveLength(Object.keys(FAULTS).length);
  });

  test.each([
    [['--fault', 'toString'], /^There is no fault toString; there are step-a-day-late, /],
    [['--people', 'many'], /^--people has to be a whole number from 1 to 2000\.$/],
    [['--months', '0'], /^--months has to be a whole number from 1 to 36\.$/],
    [['--unknown'], /^Use: npm run rehearse/],
  ])('are rejected in one sentence: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  test('reject a folder for the report that is not empty', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stepwise-report-'));
    expect(readOptions(['--report', folder]).report).toBe(folder);
    writeFileSync(join(folder, 'rehearsal.json'), '{}');
    expect(() => readOptions(['--report', folder])).toThrow(`The report's folder ${folder} is not empty`);
    rmSync(folder, { recursive: true });
  });
});

test.each(Object.entries(FAULTS))('the fault %s still has what it replaces in the source', (_name, fault) => {
  const source = resolve(import.meta.dirname, '../..');
  expect(readPatched(source, fault)).toContain(fault.replace);
});
