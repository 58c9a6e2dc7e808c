import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofJest, ofPlaywright, type TestResult } from '../validation/results.ts';
import { partsOf, titleSource } from '../validation/test-titles.ts';

/** A run that takes longer decides nothing. */
const TIMEOUT_MS = 8 * 60_000;

/** Runs tests of one file in a checkout and gives their results, or null where the run was cut off or gave none. */
export async function runTests(
  root: string,
  file: string,
  titles: readonly string[],
): Promise<TestResult[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-break-'));
  const report = join(folder, 'report.json');
  const isJourney = file.endsWith('.spec.ts');
  try {
    if (isJourney) await run(root, 'shared-contracts/tooling/build/build-when-stale.ts', [], {});
    const [script, args, environment] = isJourney
      ? journeys(file, titles, report)
      : unitTests(file, titles, report);
    await run(root, script, args, { ...environment, NIGHTLY: '1' });
    const results = JSON.parse(readFileSync(report, 'utf8'));
    return isJourney ? ofPlaywright(results, root) : ofJest(results, root);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Command = [script: string, args: string[], environment: Record<string, string>];

/** A title as a part of the full name by which runners choose. */
export const chosen = (titles: readonly string[]): string =>
  titles.map((title) => partsOf(title).map(titleSource).join(' ')).join('|');

function unitTests(file: string, titles: readonly string[], report: string): Command {
  const [folder = '', second] = file.split('/');
  const project = second === 'tooling' ? 'tooling' : folder === 'e2e' ? 'acceptance' : folder;
  return [
    'node_modules/jest/bin/jest.js',
    [
      ...['--selectProjects', project, '--runTestsByPath', file, '--runInBand', '--forceExit'],
      ...['--json', `--outputFile=${report}`],
      ...(titles.length > 0 ? ['--testNamePattern', `(${chosen(titles)})$`] : []),
    ],
    { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  ];
}

function journeys(file: string, titles: readonly string[], report: string): Command {
  return [
    'node_modules/@playwright/test/cli.js',
    [
      ...['test', '--config', 'e2e/playwright.config.ts', '--reporter=json', '--workers=1'],
      ...['--project=phone', file],
      ...(titles.length > 0 ? ['--grep', `(${chosen(titles)})$`] : []),
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  ];
}

/** Rejects where it was cut off. */
export function run(
  cwd: string,
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const env = { ...process.env, ...environment };
  // A group of its own: what it started ends with it.
  const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (_code, signal) => {
      clearTimeout(timer);
      if (signal) reject(new Error(`${script} was ended by ${signal}`));
      else resolve();
    });
  });
}
