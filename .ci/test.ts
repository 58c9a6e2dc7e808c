/**
 * All that `npm test` checks, cheapest first. Every check runs even when an earlier one failed, so that one run reports
 * everything. Ends with `N passed, N failed` over checks, tests and journeys together. `--results FOLDER` keeps the
 * results, which `npm run validate` reads.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hashSources } from '../e2e/validation/hashes.ts';

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
const total: Count = { passed: 0, failed: 0 };
const checks: Record<string, boolean> = {};
const startedAt = new Date().toISOString();
const sources = results && hashSources('.');

const run = (command: string, args: string[], environment: Record<string, string> = {}): boolean => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  return status === 0;
};

/** A check that passes or fails as a whole. */
function check(name: string, command: string, args: string[]): void {
  const passed = run(command, args);
  total[passed ? 'passed' : 'failed'] += 1;
  checks[name] = passed;
  report(name, passed ? 'passed' : 'FAILED');
}

/** A test runner that counts its tests into a file. One that dies without a count fails as one. */
function tests(
  name: string,
  command: string,
  args: string[],
  environment: Record<string, string>,
  readCount: (reportFile: string) => Count,
): void {
  const succeeded = run(command, args, environment);
  let count: Count;
  try {
    count = readCount(join(reports, `${name}.json`));
  } catch {
    count = { passed: 0, failed: 1 };
  }
  if (!succeeded && count.failed === 0) count.failed = 1;
  total.passed += count.passed;
  total.failed += count.failed;
  report(name, `${count.passed} passed, ${count.failed} failed`);
}

const report = (name: string, outcome: string): void => {
  process.stdout.write(`— ${name}: ${outcome}\n`);
};

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const packages = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(entry.name).includes('tsconfig.json'))
  .map(({ name }) => name)
  .concat('shared-contracts/tooling');

check('format and lint', 'biome', ['ci', '.']);
check('import boundaries', 'depcruise', ['--config', 'dependency-cruiser.config.js', ...packages]);
check('folder cycles', 'depcruise', ['--config', 'dependency-cruiser.folders.config.js', 'api']);
for (const name of packages) check(`types of ${name}`, 'tsc', ['-p', `${name}/tsconfig.json`]);

tests(
  'unit and API tests',
  'npm',
  [
    'run',
    '--silent',
    'test:unit',
    '--',
    '--json',
    `--outputFile=${join(reports, 'unit and API tests.json')}`,
  ],
  {},
  (file) => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = readJson(file);
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  },
);

check('build', 'node', ['shared-contracts/tooling/build/build-when-stale.ts']);

tests(
  'journeys',
  'playwright',
  ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json') },
  (file) => {
    const { expected, unexpected } = readJson(file).stats;
    return { passed: expected, failed: unexpected };
  },
);

check('shortest walk in every engine', 'node', ['e2e/engines/test-engines.ts', '--shortest']);

check('rehearsal of six weeks', 'node', [
  'e2e/rehearsal/rehearse.ts',
  ...['--people', '12', '--weeks', '6', '--report', join(reports, 'rehearsal')],
]);

if (results) {
  const run = { sources, startedAt, node: process.version, checks };
  writeFileSync(join(reports, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
} else rmSync(reports, { recursive: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
