import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { liveRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { LOCAL_TARGET_FILE } from '@stepwise/shared-contracts/release/release-api';
import { createTestApi } from '../testing/create-test-api.ts';
import { buildRelease, putLive } from '../testing/releases.ts';
import { readRegistry } from './read-registry.ts';

const TOKEN = 'the token of the team';
const hash = createHash('sha256').update(TOKEN).digest('hex');
const api = await createTestApi({ config: { releaseTokens: [{ package: 'mf-plan', hash }] } });
const root = mkdtempSync(join(tmpdir(), 'checkout-'));
for (const name of ['shared-contracts', 'mf-plan']) mkdirSync(join(root, name));
afterAll(() => rmSync(root, { recursive: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}
const SCRIPT = join(import.meta.dirname, '../../../shared-contracts/tooling/release/release.ts');
const ofTheTeam = { STEPWISE_URL: api.origin, STEPWISE_RELEASE_TOKEN: TOKEN };
const run = (args: string[], cwd: string, env: NodeJS.ProcessEnv = ofTheTeam): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [SCRIPT, ...args], { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Outcome) => error,
  );
/** The command as a team runs it in its package's folder. */
const release = (args: string[], settings?: NodeJS.ProcessEnv) => run(args, join(root, 'mf-plan'), settings);
/** The same at the top of the checkout. */
const releaseAtTop = (args: string[]) => run(args, root);
const live = async () => liveRelease(await readRegistry(api.orm.em.fork()), 'mf-plan')?.metadata.version;

beforeEach(async () => {
  await api.queryAsOwner('truncate release, release_file, release_change');
  await putLive(api, buildRelease(SHELL, '1.0.0'));
});

test('the release command goes back, to a version, retires, and says what was done', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await putLive(api, buildRelease('mf-plan', version));
  const back = await release(['--rollback']);
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toContain('live       2.0.0, for 100 per cent of the people\n  last good  1.0.0');
  expect((await release(['--rollback'])).stdout).toContain('live       1.0.0');
  expect(await release(['--rollback'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no release before'),
  });
  expect((await release(['--to', '3.0.0'])).stdout).toContain('live       3.0.0');
  expect((await release(['--retire'])).stdout).toContain('nothing is live');

  const { stdout } = await release(['--list']);
  expect(stdout).toContain('2026-03-10T00:00Z  to         2.0.0 → 3.0.0, by team');
  expect(stdout).toContain('retire     3.0.0 → nothing, by the team of mf-plan');
  expect(stdout.match(/rollback/g)).toHaveLength(2);
});

test('a package whose folder is gone is retired by its name', async () => {
  await putLive(api, buildRelease('mf-plan', '1.0.0'));
  for (const args of [['--retire'], ['mf-plan'], ['--canary', '10', 'mf-plan'], ['--retire', 'mf-plan', 'x']])
    expect(await releaseAtTop(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run release -- --retire mf-plan'),
    });
  expect(await live()).toBe('1.0.0');
  expect((await releaseAtTop(['--retire', 'mf-plan'])).stdout).toContain('mf-plan at');
  expect(await live()).toBeUndefined();
});

test('a reader of the list that leaves early gets no error', async () => {
  for (const version of ['1.0.0', '2.0.0']) await putLive(api, buildRelease('mf-plan', version));
  const listing = spawn(process.execPath, [SCRIPT, '--list'], { cwd: join(root, 'mf-plan'), env: ofTheTeam });
  let stderr = '';
  listing.stderr.on('data', (text) => {
    stderr += text;
  });
  listing.stdout.destroy();
  const [code] = await once(listing, 'close');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test.each([
  [['--to', '9.0.0'], 'There is no release 9.0.0 of mf-plan here; see --list.'],
  [['--to', '../../shell/1.0.0'], 'There is no release'],
  [['--promote'], 'mf-plan has no canary. Start one with --canary 10.'],
])('%s is rejected in plain words', async (args, words) => {
  await putLive(api, buildRelease('mf-plan', '1.0.0'));
  const { code, stdout, stderr } = await release(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('    at ');
});

test('the release command goes back to nothing that the live shell does not suit', async () => {
  await putLive(api, buildRelease(SHELL, '2.0.0', { provides: { react: '20.0.0' } }));
  await putLive(api, buildRelease('mf-plan', '1.0.0', { requires: { react: '^19.0.0' } }));
  await putLive(api, buildRelease('mf-plan', '2.0.0', { requires: { react: '^20.0.0' } }));
  const { code, stderr } = await release(['--rollback']);
  expect(code).toBe(1);
  expect(stderr).toContain('The release was rejected. What is live has not changed.');
  expect(stderr).toContain('needs react ^19.0.0, and the shell 2.0.0 brings 20.0.0.');
  expect(await live()).toBe('2.0.0');
});

test('without an address it takes the product that npm start runs here', async () => {
  await putLive(api, buildRelease('mf-plan', '1.0.0'));
  const target = JSON.stringify({ url: api.origin, token: TOKEN });
  writeFileSync(join(root, LOCAL_TARGET_FILE), target);
  const { code, stdout } = await release(['--list'], { DATA_DIR: root });
  expect(code).toBe(0);
  expect(stdout).toContain('live       1.0.0');
});
