/** `npm run test:nightly`: what takes longer than a change should wait, within four hours. Each night looks elsewhere. */
import { execFileSync } from 'node:child_process';
import { type Phase, runPhase, summary } from './phases.ts';

const NIGHTLY = { NIGHTLY: '1' };
/** The day's number: who repeats a night gives its seeds, which each phase prints. */
const SEED = String(Math.floor(Date.now() / 86_400_000));
const ROUNDS_OF_PROPERTIES = 10;

const npm = (name: string, args: string[], environment: Record<string, string> = {}): Phase => ({
  name,
  command: 'npm',
  args: ['run', '--silent', ...args],
  environment,
});
const withProperties = execFileSync('git', ['grep', '-l', 'testing/properties', '--', '*.test.ts'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const phases: Phase[] = [
  npm('build', ['build']),
  ...Array.from({ length: ROUNDS_OF_PROPERTIES }, (_, round) =>
    npm(`properties, round ${round + 1}`, ['test:unit', '--', ...withProperties], NIGHTLY),
  ),
  npm('unit and API tests', ['test:unit'], NIGHTLY),
  npm('API tests with one connection', ['test:unit', '--', '--selectProjects', 'api'], {
    TEST_CONNECTIONS: '1',
  }),
  npm('reminders of 100 people', ['test:unit', '--', 'simulated-reminders'], { REMINDED_PEOPLE: '100' }),
  npm('trial of 200 people', ['test:trial']),
  npm('demonstration of 200 people', ['test:unit', '--', 'make-trial'], { ...NIGHTLY, DEMO_PEOPLE: '200' }),
  npm('50 trials that differ in arms only', ['test:blinding']),
  npm('hostile requests', ['test:hostile', '--', '--requests', '100000', '--seed', SEED]),
  {
    name: 'journeys at both sizes and over previous releases',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    environment: NIGHTLY,
  },
  npm('broken releases', ['test:releases']),
  npm('alerts and dashboards', ['test:observe']),
  npm('whole walk in every engine', ['test:engines']),
  npm('random presses in every engine', ['test:presses', '--', '--seed', SEED]),
  npm('faults', ['test:faults']),
  npm('rehearsal', ['rehearse', '--', '--seed', SEED]),
  npm('rehearsal of another trial', [
    ...['rehearse', '--', '--content', 'e2e/second-trial/content', '--seed', SEED],
    ...['--people', '12', '--weeks', '6'],
  ]),
  npm('deliberate faults of the rehearsal, five at once', [
    ...['rehearse', '--', '--fault-set', 'every'],
    ...['--people', '4', '--weeks', '5', '--seed', '20', '--rare'],
  ]),
  npm('deliberate faults of the rehearsal', [
    'rehearse',
    '--',
    '--every-fault',
    '--people',
    '12',
    '--weeks',
    '6',
  ]),
  npm('mutation of the pure modules', ['test:mutation']),
  npm('breaks of the requirements', ['breaks']),
  npm('some generated breaks', ['breaks', '--', '--generated', '--count', '40']),
];

for (const phase of phases)
  await runPhase(phase, (succeeded) => {
    if (!succeeded) process.exitCode = 1;
    return succeeded ? 'passed' : 'FAILED';
  });
process.stdout.write(`\n${summary()}\n`);
