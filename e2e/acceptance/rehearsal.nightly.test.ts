import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { Rehearsal } from '../rehearsal/context.ts';
import { FAULT_SETS, setOfCommit } from '../rehearsal/faults/fault-sets.ts';
import { FAULTS } from '../rehearsal/faults/faults.ts';
import { readPatched } from '../rehearsal/faults/patched-copy.ts';
import { readOptions } from '../rehearsal/options.ts';
import { createRandom } from '../rehearsal/people/random.ts';
import { notMet, RARE, type RareName, rarely } from '../rehearsal/people/rare.ts';
import { CHECKOUT } from '../rehearsal/run.ts';
import { runFaults } from '../rehearsal/run-faults.ts';
import { untilConnected } from '../rehearsal/stack/until-connected.ts';
import type { Finding } from '../rehearsal/watch.ts';

describe('the options of a rehearsal', () => {
  test('give people, days, seed and faults', () => {
    expect(readOptions(['--people', '12', '--weeks', '6', '--fault', 'wrong-stratum'])).toEqual({
      people: 12,
      days: 42,
      seed: 1,
      report: null,
      content: join(CHECKOUT, 'api/content'),
      isRareForced: false,
      twice: false,
      faultSets: [{ 'wrong-stratum': /^/ }],
      hasPages: true,
    });
    expect(readOptions([])).toMatchObject({ people: 100, days: 720, faultSets: [] });
    expect(readOptions(['--every-fault']).faultSets).toHaveLength(Object.keys(FAULTS).length);
    expect(readOptions(['--fault-set', 'every'])).toMatchObject({ faultSets: FAULT_SETS, hasPages: false });
    expect(FAULT_SETS).toEqual(expect.arrayContaining([...readOptions(['--fault-set', 'commit']).faultSets]));
  });

  test.each([
    [['--fault', 'toString'], /^There is no fault toString; there are step-a-day-late, /],
    [['--fault-set', 'none'], /^--fault-set has to be commit or every\.$/],
    [['--people', 'many'], /^--people has to be a whole number from 1 to 2000\.$/],
    [['--months', '0'], /^--months has to be a whole number from 1 to 36\.$/],
    [['--content', '/nowhere'], /^There is no trial's content in \/nowhere\.$/],
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

describe('the sets of faults', () => {
  test('have five faults each, none of which is in two', () => {
    const names = FAULT_SETS.flatMap((set) => Object.keys(set));
    expect(new Set(names).size).toBe(5 * FAULT_SETS.length);
    expect(Object.keys(FAULTS)).toEqual(expect.arrayContaining(names));
    for (const set of FAULT_SETS) expect(Object.keys(set)).toHaveLength(5);
  });

  test('have their turn by the commit', () => {
    const commits = FAULT_SETS.map((_, index) => index.toString(16).padStart(8, '0'));
    expect(commits.map(setOfCommit)).toEqual(FAULT_SETS);
  });

  test('are planted at once, and found only where each has its own difference', async () => {
    const set = { 'strengths-not-saved': /strengths/, 'plan-not-started': /started/ };
    const differences = (...texts: string[]) =>
      texts.map((text): Finding => ({ kind: 'day of a person', text, at: '' }));
    const runs = [
      differences('strengths is null', 'plan.started by participant is undefined'),
      differences('strengths is null', 'another difference'),
    ];
    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const options = { ...readOptions([]), faultSets: runs.map(() => set) };
    const isGood = await runFaults(options, CHECKOUT, async ({ source, onFinding }) => {
      for (const name of Object.keys(set)) {
        const { file, replace } = FAULTS[name] ?? {};
        expect(readFileSync(join(source, 'api/src', `${file}`), 'utf8')).toContain(replace);
      }
      for (const finding of runs.shift() ?? []) onFinding?.(finding);
    });
    expect(isGood).toBe(false);
    expect(said.mock.calls.slice(-2)).toEqual([
      ['3 of 4 faults found.\n'],
      ['Not found: plan-not-started.\n'],
    ]);
    said.mockRestore();
  });
});

describe('what is rare', () => {
  const person = () => ({ opportunities: new Map<RareName, number>() });
  const never = { ...createRandom(1), chance: () => false };
  const run = (isRareForced: boolean) => {
    const counts = new Map<string, number>();
    const watch = { count: (what: string) => counts.set(what, 1) };
    return { counts, rehearsal: { plan: { isRareForced }, watch } as unknown as Rehearsal };
  };
  const names = Object.keys(RARE) as RareName[];

  test('is forced once on each person with --rare, and counted', () => {
    const { rehearsal, counts } = run(true);
    const one = person();
    const happened = names.map(
      (name) => Array.from({ length: 10 }, () => rarely(rehearsal, one, name, never)).filter(Boolean).length,
    );
    expect(happened).toEqual(names.map(() => 1));
    expect(notMet(12, counts)).toEqual([]);
  });

  test('is left to chance without it', () => {
    const { rehearsal, counts } = run(false);
    for (const name of names) expect(rarely(rehearsal, person(), name, never)).toBe(false);
    expect(counts.size).toBe(0);
  });

  test('is missed by its name where no one met it', () => {
    expect(notMet(12, new Map())).toEqual(names);
    const expected = names.filter((name) => name !== 'a journey');
    const counts = new Map(expected.map((name) => [`rare: ${name}`, 1]));
    expect(notMet(12, counts)).toEqual(['a journey']);
    expect(notMet(1, new Map()).length).toBeLessThan(names.length);
  });
});

test('a request whose connection was not made in time is sent again; any other failure is not', async () => {
  const failure = (code: string) => new TypeError('fetch failed', { cause: { code } });
  const outcomes = [failure('UND_ERR_CONNECT_TIMEOUT'), failure('UND_ERR_CONNECT_TIMEOUT'), 'answered'];
  const ask = async () => {
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  expect(await untilConnected(ask)).toBe('answered');
  outcomes.push(failure('ECONNRESET'), 'asked again');
  await expect(untilConnected(ask)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(outcomes).toEqual(['asked again']);
});

/** It starts a database and a server, on a machine that may be busy with the tests beside it. */
const START_TIMEOUT_MS = 240_000;
const LOOK_EVERY_MS = 250;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    // One that has ended stays in the list until its parent asks for it.
    return state && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

function descendants(pid: number, all = processes()): Process[] {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendants(child.pid, all)]);
}

test(
  'a rehearsal that is killed leaves no process and no folder behind',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stepwise-cut-off-'));
    // The database may run as a user of its own.
    chmodSync(folder, 0o755);
    const script = resolve(import.meta.dirname, '../rehearsal/rehearse.ts');
    const rehearsal = spawn(process.execPath, [script, '--people', '1', '--weeks', '5'], {
      env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: '' },
      stdio: 'ignore',
    });
    const ended = once(rehearsal, 'close');
    let started: Process[] = [];
    while (!started.some(({ command }) => command.includes('main.ts'))) {
      expect(rehearsal.exitCode).toBeNull();
      started = descendants(rehearsal.pid ?? 0);
      await wait(LOOK_EVERY_MS);
    }
    const database = started.filter(({ command }) => command.includes(folder));
    expect(database).not.toEqual([]);

    rehearsal.kill('SIGKILL');
    await ended;
    const pids = new Set(started.map(({ pid }) => pid));
    while (processes().some(({ pid }) => pids.has(pid))) await wait(LOOK_EVERY_MS);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
  START_TIMEOUT_MS,
);
