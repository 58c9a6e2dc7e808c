import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';
import { flipTo } from './flip.ts';
import { changeRegistry, readRegistry } from './registry-store.ts';
import { RELEASE_FILE } from './release-folders.ts';

let root: string;
let releases: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'));
  releases = join(root, 'releases');
  mkdirSync(join(root, 'mf-plan'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Puts a release into the folder and makes it live there. */
async function put(name: string, version: string, extras: Partial<Release['extras']> = {}): Promise<void> {
  const path = releasePath({ name, version });
  const content = Buffer.from(version);
  const integrity = integrityOf(content);
  const release: Release = {
    url: `/${path}/entry.js`,
    metadata: { integrity, version },
    extras: {
      assets: [{ path: 'entry.js', integrity, bytes: content.length }],
      load: ['entry.js'],
      contract: '^0.1.0',
      container: containerName({ name, version }),
      ...(name !== SHELL && { manifest: { name, title: 'Plan', contract: '^0.1.0', routes: [], slots: [] } }),
      ...extras,
    },
  };
  mkdirSync(join(releases, path), { recursive: true });
  writeFileSync(join(releases, path, 'entry.js'), content);
  writeFileSync(join(releases, path, RELEASE_FILE), JSON.stringify(release));
  const registry = await readRegistry(releases);
  const origin = { who: 'the team', at: new Date('2026-11-21T04:00:00Z') };
  await changeRegistry(releases, registry.revision, flipTo(registry, name, release, 'release'), origin);
}

/** The command as a team runs it in its package's folder. */
function release(args: string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'release.ts'), ...args],
    { cwd: join(root, 'mf-plan'), env: { STEPWISE_RELEASES: releases, ...settings }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('it goes back, to a version and says what was done', async () => {
  await put(SHELL, '1.0.0');
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await put('mf-plan', version);

  const back = release(['--rollback']);
  expect(back).toMatchObject({ status: 0, stderr: '' });
  expect(back.stdout).toContain('live       2.0.0, for 100 per cent of the people\n  last good  1.0.0');
  expect(release(['--rollback']).stdout).toContain('live       1.0.0');
  expect(release(['--rollback'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no release before'),
  });
  expect(release(['--to', '3.0.0']).stdout).toContain('live       3.0.0');

  const { stdout } = release(['--list']);
  expect(stdout).toContain('2026-11-21T04:00Z  release    2.0.0 → 3.0.0, by the team');
  expect(stdout.match(/rollback/g)).toHaveLength(2);
});

test.each([
  [['--to', '9.0.0'], 'There is no release 9.0.0 of mf-plan here; see --list.'],
  [['--to', '../../shell/1.0.0'], 'There is no release'],
  [['--promote'], 'mf-plan has no canary. Start one with --canary 10.'],
  [['--no-smoke'], 'How to release mf-plan:'],
  [['--rollback', '--list'], 'How to release mf-plan:'],
  [['extra'], 'How to release mf-plan:'],
])('%s is refused in plain words', async (args, words) => {
  await put(SHELL, '1.0.0');
  await put('mf-plan', '1.0.0');
  const { status, stdout, stderr } = release(args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('    at ');
});

test('it goes back to nothing that the live shell does not suit', async () => {
  await put(SHELL, '1.0.0', { provides: { react: '20.0.0' } });
  await put('mf-plan', '1.0.0', { requires: { react: '^19.0.0' } });
  await put('mf-plan', '2.0.0', { requires: { react: '^20.0.0' } });
  const { status, stderr } = release(['--rollback']);
  expect(status).toBe(1);
  expect(stderr).toContain('mf-plan 1.0.0 was refused. What is live has not changed.');
  expect(stderr).toContain('needs react ^19.0.0, and the shell 1.0.0 brings 20.0.0.');
  expect((await readRegistry(releases)).microFrontends['mf-plan']?.[0]?.metadata.version).toBe('2.0.0');
});

const snapshot = () =>
  readdirSync(releases, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]);

test.each([
  ['registry.json', '{"schema":', 'it is no JSON'],
  ['history/00000002.json', '{"revision":2}', 'package'],
])(
  'a damaged %s (%s) stops every command in plain words, and nothing moves',
  async (file, content, fault) => {
    await put(SHELL, '1.0.0');
    for (const version of ['1.0.0', '2.0.0']) await put('mf-plan', version);
    writeFileSync(join(releases, file), content);
    const before = snapshot();
    for (const args of [['--list'], ['--to', '1.0.0']]) {
      const { status, stdout, stderr } = release(args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`${join(releases, file)} cannot be used: `);
      expect(stderr).toContain(fault);
      expect(stderr).toMatch(/Nothing was changed\. Put it back from a copy, or move it away: .*\.\n$/);
      expect(stderr).not.toContain('    at ');
    }
    expect(snapshot()).toEqual(before);
  },
);

test('a registry that was moved away is made anew from the history by the next change', async () => {
  await put(SHELL, '1.0.0');
  for (const version of ['1.0.0', '2.0.0']) await put('mf-plan', version);
  const before = await readRegistry(releases);
  rmSync(join(releases, 'registry.json'));
  expect(release(['--to', '1.0.0']).status).toBe(0);
  const after = JSON.parse(readFileSync(join(releases, 'registry.json'), 'utf8'));
  expect(after.microFrontends[SHELL]).toEqual(before.microFrontends[SHELL]);
  expect(after.microFrontends['mf-plan'][0].metadata.version).toBe('1.0.0');
});

test('a release whose description is damaged is told of, and what is live stays', async () => {
  await put(SHELL, '1.0.0');
  for (const version of ['1.0.0', '2.0.0']) await put('mf-plan', version);
  const file = join(releases, releasePath({ name: 'mf-plan', version: '1.0.0' }), RELEASE_FILE);
  writeFileSync(file, 'no');
  const { status, stderr } = release(['--rollback']);
  expect(status).toBe(1);
  expect(stderr).toContain(`${file} cannot be used: it is no JSON`);
  expect(stderr).toContain('or remove it and build again.');
  expect(stderr).not.toContain('    at ');
  expect((await readRegistry(releases)).microFrontends['mf-plan']?.[0]?.metadata.version).toBe('2.0.0');
});

test('an address without a token is not taken for a folder', () => {
  const { status, stderr } = release(['--list'], { STEPWISE_URL: 'http://localhost:9' });
  expect(status).toBe(1);
  expect(stderr).toContain('STEPWISE_RELEASE_TOKEN');
});

test('a token is shown once, beside the line that a server knows it by', () => {
  const make = (name: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'make-token.ts'), name], { encoding: 'utf8' });
  const [, token = '', , line = ''] = make('mf-plan').stdout.split('\n');
  expect(line.trim()).toBe(`mf-plan ${createHash('sha256').update(token.trim()).digest('hex')}`);
  expect(make('../mf-plan').status).toBe(1);
});

test('the token is sent to nobody who could be overheard', () => {
  const settings = { STEPWISE_URL: 'http://stepwise.example', STEPWISE_RELEASE_TOKEN: 'a token' };
  const { status, stderr } = release(['--list'], settings);
  expect(status).toBe(1);
  expect(stderr).toContain('The token may travel over https alone');
});
