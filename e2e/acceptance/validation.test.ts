import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readBroken } from '../breaks/break.ts';
import { describeReport } from '../validation/describe-report.ts';
import { writeHtml } from '../validation/html-writer.ts';
import { breaksOf, type Requirement, readRequirements } from '../validation/requirements.ts';
import { type Results, readResults, type TestResult } from '../validation/results.ts';
import { readStatements } from '../validation/specification.ts';
import { partsOf, titlePattern, titlesIn } from '../validation/test-titles.ts';
import { trace } from '../validation/trace.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = 'api/src/a.test.ts';

const requirement: Requirement = {
  id: 'SPEC-5.1',
  says: 'Empty text is not added.',
  tests: { [FILE]: ['the text %j is not added'] },
  breaks: [{ file: 'api/src/a.ts', find: 'trim()', replace: '', test: 'the text %j is not added' }],
  rehearsal: [],
};
const broken = (outcome: 'found' | 'survived' | 'undecided') => ({
  ...{ sources: 'abc', startedAt: '2026-11-22T11:00:00.000Z', commit: 'def', machine: 'a machine' },
  results: [
    {
      ...{ id: 'SPEC-5.1 (1)', file: 'api/src/a.ts', find: 'trim()', replace: '', outcome, seconds: 9 },
      foundBy: outcome === 'found' ? `${FILE}: the text "" is not added` : null,
    },
  ],
});
const ran = (outcome: TestResult['outcome'], title = 'the text "" is not added'): TestResult => ({
  file: FILE,
  titles: ['lists', title],
  outcome,
});
const resultsOf = (tests: TestResult[], rest: Partial<Results> = {}): Results => ({
  run: { sources: 'abc', startedAt: '2026-11-22T10:00:00.000Z', node: 'v24.0.0', checks: { build: true } },
  tests,
  rehearsal: null,
  breaks: broken('found'),
  ...rest,
});
const rehearsal = { sources: 'abc', people: 12, days: 42, seed: 1, findings: [], counts: {} };

function traceOne(one: Partial<Requirement>, results: Results) {
  const { sections, faults } = trace(
    [{ heading: 'Section 5', risk: 'A list is wrong.', requirements: [{ ...requirement, ...one }] }],
    results,
  );
  return { outcome: sections[0]?.requirements[0]?.outcome, faults };
}

describe('a requirement', () => {
  test('is shown where each of its tests ran and passed, beside rows that were skipped', () => {
    expect(traceOne({}, resultsOf([ran('passed'), ran('skipped')]))).toEqual({
      outcome: 'shown',
      faults: [],
    });
  });

  test('is not shown by the title of a group, or by a test of that title in another group', () => {
    const named = (title: string) =>
      traceOne({ tests: { [FILE]: [title] }, breaks: [] }, resultsOf([ran('passed')])).faults;
    expect(named('lists')).toContain('SPEC-5.1 names "lists" of api/src/a.test.ts, which did not run.');
    expect(named('texts › the text %j is not added')).toHaveLength(2);
    expect(named('lists › the text %j is not added')).toEqual(['SPEC-5.1 has no break, and no reason why.']);
  });

  test('is not shown where a break of it survived, was not decided or was not run', () => {
    for (const outcome of ['survived', 'undecided'] as const)
      expect(traceOne({}, resultsOf([ran('passed')], { breaks: broken(outcome) }))).toEqual({
        outcome: 'not shown',
        faults: [`The break SPEC-5.1 (1) of api/src/a.ts: ${outcome}.`],
      });
    expect(traceOne({}, resultsOf([ran('passed')], { breaks: null })).outcome).toBe('not shown');
  });

  test('without a test or a break is a fault, unless it has a reason', () => {
    const none = { tests: {}, breaks: [] };
    expect(traceOne(none, resultsOf([]))).toEqual({
      outcome: 'not shown',
      faults: ['SPEC-5.1 has no test, and no reason why.', 'SPEC-5.1 has no break, and no reason why.'],
    });
    const outcomeOf = (reason: Partial<Requirement>) => traceOne({ ...none, ...reason }, resultsOf([]));
    expect(outcomeOf({ notShown: 'Later.' })).toEqual({ outcome: 'not shown', faults: [] });
    expect(outcomeOf({ notTestable: 'No meaning.' })).toEqual({ outcome: 'not testable', faults: [] });
  });

  test('whose test did not run is a fault, also where it has a reason', () => {
    const faults = ['SPEC-5.1 names "the text %j is not added" of api/src/a.test.ts, which did not run.'];
    expect(traceOne({ notShown: 'Part.' }, resultsOf([]))).toEqual({ outcome: 'not shown', faults });
    expect(traceOne({}, resultsOf([ran('passed', 'another title')])).faults).toEqual(faults);
    expect(traceOne({}, resultsOf([{ ...ran('passed'), file: 'api/src/b.test.ts' }])).faults).toEqual(faults);
  });

  test('whose tests were all skipped is a fault', () => {
    expect(traceOne({}, resultsOf([ran('skipped')]))).toEqual({
      outcome: 'not shown',
      faults: ['SPEC-5.1 names "the text %j is not added" of api/src/a.test.ts, which was skipped.'],
    });
  });

  test('of which one row failed is not shown', () => {
    expect(traceOne({}, resultsOf([ran('passed'), ran('failed')]))).toEqual({
      outcome: 'not shown',
      faults: ['"lists the text "" is not added" of api/src/a.test.ts failed.'],
    });
  });

  test('needs what it names to have been counted where there is a rehearsal', () => {
    const seen = { rehearsal: ['daily reminders'] };
    expect(traceOne(seen, resultsOf([ran('passed')])).faults).toEqual([]);
    expect(traceOne(seen, resultsOf([ran('passed')], { rehearsal })).faults).toEqual([
      'SPEC-5.1: the rehearsal counted no "daily reminders".',
    ]);
    const counted = { ...rehearsal, counts: { 'daily reminders': 3 } };
    expect(traceOne(seen, resultsOf([ran('passed')], { rehearsal: counted })).outcome).toBe('shown');
  });
});

test('a test or check that failed, and a difference of the rehearsal, are faults of every report', () => {
  const findings = [{ kind: 'stage', text: 'x', at: '2027-03-08T00:00:00.000Z' }];
  const { faults } = traceOne(
    {},
    {
      ...resultsOf([ran('passed'), ran('failed', 'another')], { rehearsal: { ...rehearsal, findings } }),
      run: { ...resultsOf([]).run, checks: { build: false } },
    },
  );
  expect(faults).toEqual([
    'The check "build" failed.',
    '"lists another" of api/src/a.test.ts failed.',
    'The rehearsal differs at 2027-03-08T00:00:00.000Z: stage.',
  ]);
});

describe('the file of requirements', () => {
  const all = readRequirements().flatMap(({ requirements }) => requirements);

  test('names tests that stand in the sources', () => {
    const missing = all.flatMap(({ id, tests }) =>
      Object.entries(tests).flatMap(([file, titles]) => {
        const known = existsSync(join(ROOT, file))
          ? titlesIn(readFileSync(join(ROOT, file), 'utf8'))
          : new Set();
        const isKnown = (title: string) => partsOf(title).every((part) => known.has(part));
        return titles.filter((title) => !isKnown(title)).map((title) => `${id}: ${file}: ${title}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  test('quotes every statement of the specification, each of them whole', () => {
    const statements = readStatements();
    const quoted = all.flatMap(({ quotes = [] }) => quotes);
    expect(quoted.filter((quote) => !statements.includes(quote))).toEqual([]);
    expect(statements.filter((statement) => !quoted.includes(statement))).toEqual([]);
    expect(all.filter(({ id, quotes }) => id.startsWith('SPEC') !== (quotes !== undefined))).toEqual([]);
  });

  test('has breaks that the sources can have', () => {
    for (const planted of all.flatMap(breaksOf))
      expect(readBroken(ROOT, planted)).toEqual(expect.any(String));
  });

  test('has each section of the specification, and decisions that there are', () => {
    const sections = new Set(all.flatMap(({ id }) => /^SPEC-(\d)/.exec(id)?.[1] ?? []));
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    const decisions = readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4));
    const named = all.flatMap(({ id }) => /^DEC-(\d{4})/.exec(id)?.[1] ?? []);
    expect(named.filter((number) => !decisions.includes(number))).toEqual([]);
  });

  test('is rejected with an id twice or an unknown field', () => {
    const one = '{ id: SPEC-1.1, quotes: [a], notShown: b }';
    const file = (requirements: string) => `[{ heading: a, risk: b, requirements: [${requirements}] }]`;
    expect(readRequirements(file(one))).toHaveLength(1);
    expect(() => readRequirements(file(`${one}, ${one}`))).toThrow('SPEC-1.1 stands twice');
    expect(() => readRequirements(file('{ id: SPEC-1.1, quotes: [a], notShwon: b }'))).toThrow();
    expect(() => readRequirements(file('{ id: SPEC-1.1 }'))).toThrow('either "says" or "quotes"');
    const foreign = '{ id: SPEC-1.1, says: a, breaks: [{ file: b, find: c, replace: d, test: e }] }';
    expect(() => readRequirements(file(foreign))).toThrow('SPEC-1.1 has a break by "e"');
  });
});

test.each([
  ['the text %j is not added', 'the text "" is not added', true],
  [`declines: \${option}`, 'declines: delete', true],
  ['a $name in %d (%s)', 'a list in 3 (x)', true],
  ['costs 5 (a day)', 'costs 5 (a day)', true],
  ['the text is added', 'the text is added twice', false],
])('the title %j recognises %j: %s', (title, ran, isKnown) => {
  expect(titlePattern(title).test(ran)).toBe(isKnown);
});

describe('the results of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-results-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));

  test('are read from both runners, with files that could not be loaded', () => {
    write('run.json', resultsOf([]).run);
    const assertion = { ancestorTitles: ['lists'], title: 'adds', status: 'passed' };
    write('unit and API tests.json', {
      testResults: [
        {
          name: join(ROOT, FILE),
          status: 'passed',
          assertionResults: [assertion, { ...assertion, status: 'pending' }],
        },
        { name: join(ROOT, 'api/src/b.test.ts'), status: 'failed', assertionResults: [] },
      ],
    });
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const suite = { title: 'plan.spec.ts', file: 'plan.spec.ts' };
    write('journeys.json', {
      config: { rootDir: join(ROOT, 'e2e/journeys') },
      suites: [
        {
          ...suite,
          specs: [spec('one', 'expected'), spec('two', 'flaky')],
          suites: [{ ...suite, title: 'group', specs: [spec('three', 'skipped')] }],
        },
      ],
    });
    const plan = 'e2e/journeys/plan.spec.ts';
    expect(readResults(folder, null).tests).toEqual([
      { file: FILE, titles: ['lists', 'adds'], outcome: 'passed' },
      { file: FILE, titles: ['lists', 'adds'], outcome: 'skipped' },
      { file: 'api/src/b.test.ts', titles: ['the file itself'], outcome: 'failed' },
      { file: plan, titles: ['one'], outcome: 'passed' },
      { file: plan, titles: ['two'], outcome: 'failed' },
      { file: plan, titles: ['group', 'three'], outcome: 'skipped' },
    ]);
  });

  test('that are missing or cut off are named in one sentence', () => {
    expect(() => readResults(join(folder, 'none'), null)).toThrow(
      /^The folder of results .* does not exist\.$/,
    );
    expect(() => readResults(folder, join(folder, 'none'))).toThrow(/^There is no .*rehearsal\.json; /);
    writeFileSync(join(folder, 'journeys.json'), '{"config":');
    expect(() => readResults(folder, null)).toThrow(/journeys\.json is not a whole report/);
  });
});

test('the report begins with what is not shown, has the breaks with their outcomes, and shows texts as text', () => {
  const results = resultsOf([ran('failed')]);
  const sections = [
    {
      heading: 'Section <5>',
      risk: 'A list is wrong.',
      requirements: [
        { ...requirement, deviation: 'Two blanks.' },
        { ...requirement, id: 'SPEC-5.2', tests: {}, breaks: [], notTestable: 'No meaning.' },
      ],
    },
  ];
  const title = 'Validation report';
  const versions = {
    sources: 'abc',
    lockFile: 'def',
    requirements: 'ghi',
    packages: { api: '0.1.0' },
    postgresql: '18.0.0',
    releases: { 'shell 1': '123' },
    content: { 'safety.yaml': '456' },
    migrations: { 'initial.ts': '789' },
  };
  const report = { title, traced: trace(sections, results), results, versions };
  const page = writeHtml(title, (writer) => describeReport(writer, report));
  for (const part of [
    'The validation fails: faults found: 1.',
    '<strong>Requirements:</strong> 2: 0 shown, 1 not shown, 1 not testable',
    '<strong>Breaks:</strong> 1 of 1 found, 0 survived (0 %), 0 undecided',
    '<strong>Commit:</strong> def',
    '<strong>Machine:</strong> a machine',
    '<li>SPEC-5.1: Empty text is not added.</li>',
    '<li>&quot;lists the text &quot;&quot; is not added&quot; of api/src/a.test.ts failed.</li>',
    '<li>SPEC-5.2: Empty text is not added. No meaning.</li>',
    '<li>SPEC-5.1: Two blanks.</li>',
    '>Section &lt;5&gt;</h2>',
    '<strong>Risk:</strong> A list is wrong.',
    '<li>Break of api/src/a.ts, “trim()” made “”: found by api/src/a.test.ts: the text &quot;&quot; is not added</li>',
    '<strong>safety.yaml:</strong> 456',
  ])
    expect(page).toContain(part);
  expect(page.indexOf('>Not shown</h2>')).toBeLessThan(page.indexOf('>Faults</h2>'));
});

test.each([
  [['--results', 'none'], /^Use: npm run validate -- --results FOLDER /],
  [['--results', 'none', '--report', 'none'], /^The folder of results .*none does not exist\.\n$/],
  [
    ['--results', 'none', '--report', 'e2e'],
    /^The report's folder .*e2e is not empty; name another one\.\n$/,
  ],
])('the command rejects %j in one sentence', (args, message) => {
  const command = join(ROOT, 'e2e/validation/validate.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(message);
});
