/**
 * `npm run test:mutation`: StrykerJS changes the pure modules one place at a time, and their unit tests have to fail. Ends
 * with 1 where a group's tests notice less than 85 %, where `survivors.yaml` has no reason for a change that they do not
 * notice, and where it has one for a change that they do. `npm run test:mutation -- plan` runs one group.
 */
import { Stryker } from '@stryker-mutator/core';
import { GROUPS } from './groups.ts';
import { compareSurvivors } from './survivors.ts';

const BREAK_PERCENT = 85;

type Options = ConstructorParameters<typeof Stryker>[0];

const options = (mutate: string[]): Options => ({
  mutate,
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'e2e/mutation/jest.config.js' },
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  tempDirName: '.stepwise/mutation',
  ignorePatterns: ['**/dist', 'test-results', 'docs', '.stepwise'],
  reporters: [],
  thresholds: { high: 100, low: BREAK_PERCENT, break: BREAK_PERCENT },
  concurrency: 2,
  // Longer than any test takes on a busy machine, so that only a change that never ends takes that long.
  timeoutMS: 20_000,
  tsconfigFile: 'none',
  logLevel: 'error' as NonNullable<Options['logLevel']>,
});

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in GROUPS));
if (unknown.length > 0) throw new Error(`no group ${unknown}; there are ${Object.keys(GROUPS)}`);

for (const [name, { mutate }] of Object.entries(GROUPS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.env.MUTATION_GROUP = name;
  const mutants = await new Stryker(options(mutate)).runMutationTest();
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const all = killed + count('Survived', 'NoCoverage');
  process.stdout.write(`${name}: ${killed} of ${all} killed, ${((100 * killed) / all).toFixed(1)} %\n`);
  const problems = compareSurvivors(mutants);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
