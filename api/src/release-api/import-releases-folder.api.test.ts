import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  REGISTRY_SCHEMA,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { writeRelease } from '../testing/build-folder.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { buildRelease } from '../testing/releases.ts';
import { importReleasesFolder } from './import-releases-folder.ts';
import { readHistory, readRegistry } from './read-registry.ts';

const api = await createTestApi();
const em = () => api.orm.em.fork();
const AT = new Date('2026-11-22T00:00:00Z');

let folder: string;
beforeEach(async () => {
  await api.queryAsOwner('truncate release, release_file, release_change');
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  mkdirSync(join(folder, 'history'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const given = (release: Release, traffic: number, isDefault = false): Release => ({
  ...release,
  deployment: { traffic, default: isDefault },
});
const [one, two, three] = ['1.0.0', '2.0.0', '3.0.0'].map(
  (version) => buildRelease('mf-plan', version).release,
) as [Release, Release, Release];
const shell = buildRelease(SHELL, '1.0.0').release;

/** The changes of a package as the version before wrote them, and the releases that people got after each. */
const CHANGES = [
  {
    package: SHELL,
    action: 'build',
    from: null,
    to: '1.0.0',
    traffic: 100,
    releases: [given(shell, 100, true)],
  },
  {
    package: 'mf-plan',
    action: 'build',
    from: null,
    to: '1.0.0',
    traffic: 100,
    releases: [given(one, 100, true)],
  },
  {
    ...{ package: 'mf-plan', action: 'release', from: '1.0.0', to: '2.0.0', traffic: 100 },
    releases: [given(two, 100, true), given(one, 0)],
  },
  {
    ...{ package: 'mf-plan', action: 'canary', from: '2.0.0', to: '3.0.0', traffic: 10 },
    releases: [given(two, 90, true), given(three, 10), given(one, 0)],
  },
  {
    ...{ package: 'mf-plan', action: 'withdrawn', from: '3.0.0', to: '2.0.0', traffic: 100 },
    ...{ who: 'api', reason: 'It failed in 3 sessions.' },
    releases: [given(two, 100, true), given(one, 0)],
  },
].map((change, index) => ({
  ...{ revision: index + 1, at: `2026-11-2${index}T00:00:00.000Z`, who: 'root at laptop' },
  ...change,
}));

function write(microFrontends: Registry['microFrontends'], revision = CHANGES.length): void {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) writeRelease(folder, buildRelease('mf-plan', version));
  writeRelease(folder, buildRelease(SHELL, '1.0.0'));
  for (const change of CHANGES)
    writeFileSync(join(folder, `history/0000000${change.revision}.json`), JSON.stringify(change));
  const registry: Registry = { schema: REGISTRY_SCHEMA, revision, microFrontends };
  writeFileSync(join(folder, 'registry.json'), JSON.stringify(registry));
}
const LAST = { [SHELL]: [given(shell, 100, true)], 'mf-plan': [given(two, 100, true), given(one, 0)] };

test('the registry, its history and the files of the version before arrive once', async () => {
  write(LAST);
  expect(await importReleasesFolder(em(), folder, AT)).toBe(CHANGES.length);
  const { microFrontends, revision } = await readRegistry(em());
  expect(microFrontends).toEqual(LAST);
  expect(revision).toBe(CHANGES.length);
  expect(await readHistory(em(), 'mf-plan')).toEqual(
    CHANGES.slice(1).map(({ releases: _releases, ...change }) => change),
  );
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    const file = await fetch(`${api.origin}/features/mf-plan/${version}/remoteEntry.js`);
    expect(await file.text()).toBe(`mf-plan ${version}`);
  }
  expect(await importReleasesFolder(em(), folder, AT)).toBe(0);
});

test('edits by hand in registry.json hold, also the removal of a feature', async () => {
  write({ [SHELL]: [given(shell, 100, true)] });
  await importReleasesFolder(em(), folder, AT);
  expect(Object.keys((await readRegistry(em())).microFrontends)).toEqual([SHELL]);
  expect((await readHistory(em(), 'mf-plan')).at(-1)).toMatchObject({ action: 'retire', who: 'import' });

  await api.queryAsOwner('truncate release, release_file, release_change');
  write({ ...LAST, 'mf-plan': [given(one, 100, true)] });
  await importReleasesFolder(em(), folder, AT);
  expect((await readRegistry(em())).microFrontends['mf-plan']).toEqual([given(one, 100, true)]);
});

test('without such a folder, or without files in it, nothing is in the way', async () => {
  expect(await importReleasesFolder(em(), join(folder, 'nowhere'), AT)).toBe(0);
  write(LAST);
  rmSync(join(folder, 'features'), { recursive: true });
  expect(await importReleasesFolder(em(), folder, AT)).toBe(CHANGES.length);
  expect((await readRegistry(em())).microFrontends).toEqual(LAST);
});

test('a damaged file is named, and nothing is imported', async () => {
  write(LAST);
  writeFileSync(join(folder, 'history/00000002.json'), '{');
  await expect(importReleasesFolder(em(), folder, AT)).rejects.toThrow('00000002.json cannot be imported');
  expect((await readRegistry(em())).revision).toBe(0);
});
