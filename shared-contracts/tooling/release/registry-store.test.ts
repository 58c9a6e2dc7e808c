import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Release,
} from '@stepwise/shared-contracts/federation/registry';
import { flipCanary, flipPromote, flipTo, flipWithdraw } from './flip.ts';
import { makeLive } from './make-live.ts';
import { changeRegistry, RegistryConflictError, readHistory, readRegistry } from './registry-store.ts';

let releases: string;
beforeEach(() => {
  releases = mkdtempSync(join(tmpdir(), 'registry-'));
});
afterEach(() => rmSync(releases, { recursive: true }));

const release = (version: string): Release => ({
  url: `/features/mf-plan/${version}/remoteEntry.js`,
  metadata: { integrity: 'sha384-x', version },
  extras: { assets: [], load: [], contract: '^0.1.0' },
});
const origin = { who: 'team', at: new Date('2026-11-21T00:00:00Z') };
const read = () => readRegistry(releases);
async function goTo(name: string, version: string) {
  const registry = await read();
  return changeRegistry(releases, registry.revision, flipTo(registry, name, release(version)), origin);
}
const versions = async () => {
  const registry = await read();
  return [liveRelease, canaryRelease, lastGoodRelease].map(
    (pick) => pick(registry, 'mf-plan')?.metadata.version,
  );
};
const file = () => JSON.parse(readFileSync(join(releases, 'registry.json'), 'utf8'));

test('a package has its live release, the last good one and at times a canary', async () => {
  await goTo('mf-plan', '1.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await goTo('mf-plan', '2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);

  let registry = await read();
  const canary = flipCanary(registry, 'mf-plan', release('3.0.0'), 10);
  registry = await changeRegistry(releases, registry.revision, canary, origin);
  expect(await versions()).toEqual(['2.0.0', '3.0.0', '1.0.0']);
  expect(registry.microFrontends['mf-plan']?.map(({ deployment }) => deployment)).toEqual([
    { traffic: 90, default: true },
    { traffic: 10, default: false },
    { traffic: 0, default: false },
  ]);

  const withdrawn = flipWithdraw(registry, 'mf-plan');
  const promoted = flipPromote(registry, 'mf-plan');
  expect(withdrawn?.releases.map(({ deployment }) => deployment?.traffic)).toEqual([100, 0]);
  await changeRegistry(releases, registry.revision, promoted, origin);
  expect(await versions()).toEqual(['3.0.0', undefined, '2.0.0']);
  expect(
    (await readHistory(releases)).map(({ action, from, to, traffic }) => [action, from, to, traffic]),
  ).toEqual([
    ['to', null, '1.0.0', 100],
    ['to', '1.0.0', '2.0.0', 100],
    ['canary', '2.0.0', '3.0.0', 10],
    ['promote', '2.0.0', '3.0.0', 100],
  ]);
});

test.each([0, 51, 2.5, Number.NaN])('no canary takes %d per cent', async (traffic) => {
  const registry = await goTo('mf-plan', '1.0.0');
  expect(() => flipCanary(registry, 'mf-plan', release('2.0.0'), traffic)).toThrow('1 to 50');
});

test('a package that has changed since is not changed; another package does not stand in the way', async () => {
  const { revision } = await goTo('mf-plan', '1.0.0');
  const basis = await read();
  await goTo('mf-tracker', '1.0.0');
  await changeRegistry(releases, revision, flipTo(basis, 'mf-plan', release('2.0.0')), origin);

  const late = flipTo(basis, 'mf-plan', release('3.0.0'));
  await expect(changeRegistry(releases, revision, late, origin)).rejects.toThrow(RegistryConflictError);
  const relying = flipTo(basis, 'mf-survey', release('1.0.0'));
  await expect(changeRegistry(releases, revision, relying, origin, ['mf-tracker'])).rejects.toThrow(
    'mf-tracker',
  );
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  expect(liveRelease(await read(), 'mf-survey')).toBeUndefined();
});

test('teams that release at once, each in a process of its own, lose nothing', async () => {
  const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d'];
  const rounds = 5;
  const at = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = join(releases, 'team.mjs');
  writeFileSync(
    script,
    `const { flipTo } = await import(${at('flip.ts')});
    const { changeRegistry, readRegistry } = await import(${at('registry-store.ts')});
    const [releases, name] = process.argv.slice(2);
    for (let round = 1; round <= ${rounds}; round += 1) {
      const registry = await readRegistry(releases);
      const release = { ...${JSON.stringify(release('0.0.0'))}, metadata: { integrity: 'sha384-x', version: round + '.0.0' } };
      await changeRegistry(releases, registry.revision, flipTo(registry, name, release), { who: name, at: new Date() });
    }`,
  );
  await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [script, releases, name])));

  const history = await readHistory(releases);
  expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index + 1));
  for (const name of names)
    expect(history.filter((entry) => entry.package === name).map(({ to }) => to)).toEqual([
      '1.0.0',
      '2.0.0',
      '3.0.0',
      '4.0.0',
      '5.0.0',
    ]);
  expect(file()).toEqual(await read());
  expect(names.map((name) => file().microFrontends[name][0].metadata.version)).toEqual(
    names.map(() => '5.0.0'),
  );
}, 60_000);

test('what a process that was killed half-way had changed is kept, and the next change finishes it', async () => {
  await goTo('mf-plan', '1.0.0');
  const before = readFileSync(join(releases, 'registry.json'));
  await goTo('mf-plan', '2.0.0');
  writeFileSync(join(releases, 'registry.json'), before);
  // And one that was killed while it wrote its draft.
  writeFileSync(join(releases, 'history/00000003.json.0e1c'), '{"revi');

  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await goTo('mf-tracker', '1.0.0');
  expect(file().revision).toBe(3);
  expect(file().microFrontends['mf-plan'][0].metadata.version).toBe('2.0.0');
});

test('building anew undoes nothing that was decided about the same sources', async () => {
  const build = (version: string) => makeLive(releases, new Map([['mf-plan', release(version)]]));
  await build('1.0.0');
  await build('2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await goTo('mf-plan', '1.0.0');
  await build('2.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, '2.0.0']);
  await build('3.0.0');
  expect(await versions()).toEqual(['3.0.0', undefined, '1.0.0']);
  await build('2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '3.0.0']);
  const registry = await read();
  await changeRegistry(
    releases,
    registry.revision,
    flipCanary(registry, 'mf-plan', release('4.0.0'), 10),
    origin,
  );
  await build('4.0.0');
  expect(await versions()).toEqual(['2.0.0', '4.0.0', '3.0.0']);
});

test('a change that lies under another number is not taken for it', async () => {
  await goTo('mf-plan', '1.0.0');
  await goTo('mf-plan', '2.0.0');
  const history = join(releases, 'history');
  copyFileSync(join(history, '00000001.json'), join(history, '00000002.json'));
  await expect(readHistory(releases)).rejects.toThrow(
    '00000002.json cannot be used: it holds another change.',
  );
});
