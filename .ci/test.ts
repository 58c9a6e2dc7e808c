/**
 * All that `npm test` checks: unit and API tests with a worker for each core, and beside them all else, one after another
 * but for the rehearsal, so that both cores of a small machine have work until the end. Every check runs even when an
 * earlier one failed, so that one run reports everything. Ends with the seconds of each phase and `N passed, N failed` over
 * checks, tests and journeys together. `--results FOLDER` keeps the results, which `npm run validate` reads, and adds the
 * tests and journeys of the nightly run.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTestFolder } from '../api/src/testing/make-test-folder.ts';
import { hashSources } from '../e2e/validation/hashes.ts';
import { runPhase, summary } from './phases.ts';

interface Count {
  passed: number;
  failed: number;
}

const { results } = parseArgs({ options: { results: { type: 'string' } } }).values;
const reports = results ? resolve(results) : mkdtempSync(join(tmpdir(), 'stepwise-test-'));
mkdirSync(reports, { recursive: true });
if (readdirSync(reports).length > 0) {
  process.stderr.write(`The results' folder ${reports} is not empty; name another one.\n`);
  process.exit(1);
}
if (results) process.env.NIGHTLY = '1';
// A process loads what an earlier one has compiled.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
const total: Count = { passed: 0, failed: 0 };
const checks: Record<string, boolean> = {};
const startedAt = new Date().toISOString();
const sources = results && hashSources('.');

/** A check that passes or fails as a whole. */
async function check(name: string, command: string, args: string[]): Promise<boolean> {
  await runPhase({ name, command, args }, (passed) => {
    total[passed ? 'passed' : 'failed'] += 1;
    checks[name] = passed;
    return passed ? 'passed' : 'FAILED';
  });
  return checks[name] ?? false;
}

/** A test runner that counts its tests into a file. One that dies without a count fails as one. */
async function tests(
  name: string,
  command: string,
  args: string[],
  environment: Record<string, string>,
  readCount: (reportFile: string) => Count,
): Promise<void> {
  await runPhase({ name, command, args, environment }, (succeeded) => {
    let count: Count;
    try {
      count = readCount(join(reports, `${name}.json`));
    } catch {
      count = { passed: 0, failed: 1 };
    }
    if (!succeeded && count.failed === 0) count.failed = 1;
    total.passed += count.passed;
    total.failed += count.failed;
    return `${count.passed} passed, ${count.failed} failed`;
  });
}

const prepared = makeTestFolder('stepwise-prepared-');
/** Who meet all that is rare, and soon. */
const FEW_PEOPLE = ['--people', '4', '--weeks', '5', '--seed', '20', '--rare'];

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const packages = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(entry.name).includes('tsconfig.json'))
  .map(({ name }) => name)
  .concat('shared-contracts/tooling');

async function unitTests(): Promise<void> {
  const file = 'unit and API tests';
  const args = [
    '--json',
    `--outputFile=${join(reports, `${file}.json`)}`,
    `--filter=${resolve('.ci/half-of-tests.cjs')}`,
  ];
  await tests(file, 'npm', ['run', '--silent', 'test:unit', '--', ...args], {}, (report) => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readJson(report);
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  });
}

async function checksAndJourneys(): Promise<void> {
  await check('build', 'node', ['shared-contracts/tooling/build/build-when-stale.ts']);
  await check('format and lint', 'biome', ['ci', '.']);
  await check('import boundaries', 'depcruise', ['--config', 'dependency-cruiser.config.js', ...packages]);
  await check('folder cycles', 'depcruise', [
    '--config',
    'dependency-cruiser.folders.config.js',
    ...packages,
  ]);
  // All packages at once: each by itself reads most of the others again, as each further checker does.
  await check('types', 'tsc', ['--checkers', '1']);
  await check('ten breaks of the requirements', 'node', [
    'e2e/breaks/breaks.ts',
    ...['--quick', '--count', '10'],
  ]);
  // Each start of a server would bring its own database up to date, and publish the build in it.
  if (await check('data of a first start', 'node', ['e2e/support/prepare-data.ts', prepared]))
    process.env.PREPARED_DATA = prepared;
  await tests(
    'journeys',
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    // Node strips the types of what Playwright would compile.
    { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json'), PW_DISABLE_TS_ESM: '1' },
    (report) => {
      const { expected, unexpected } = readJson(report).stats;
      return { passed: expected, failed: unexpected };
    },
  );
  await Promise.all([engines(), rehearsal()]);
}

async function engines(): Promise<void> {
  await check('shortest walk in every engine', 'node', ['e2e/engines/test-engines.ts', '--shortest']);
  await check('random presses in Chromium', 'node', [
    'e2e/engines/test-presses.ts',
    ...['--engine', 'chromium', '--presses', '6', '--seed', '29', '--one-in', '3'],
  ]);
}

async function rehearsal(): Promise<void> {
  await check('rehearsal of some weeks', 'node', [
    'e2e/rehearsal/rehearse.ts',
    ...(results ? ['--people', '12', '--weeks', '6', '--rare'] : FEW_PEOPLE),
    ...['--report', join(reports, 'rehearsal')],
  ]);
  await check('five deliberate faults of the rehearsal', 'node', [
    'e2e/rehearsal/rehearse.ts',
    ...['--fault-set', 'commit'],
    ...FEW_PEOPLE,
  ]);
}

await Promise.all([unitTests(), checksAndJourneys()]);
rmSync(prepared, { recursive: true });

if (results) {
  const run = { sources, startedAt, node: process.version, checks };
  writeFileSync(join(reports, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
} else rmSync(reports, { recursive: true });
process.stdout.write(`\n${summary()}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
