import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { liveRelease, type Release } from '@stepwise/shared-contracts/federation/registry';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { flipBack, flipTo } from './flip.ts';
import { folderPlace } from './folder-place.ts';
import { makeLive } from './make-live.ts';
import { publishBuilt } from './publish-built.ts';
import { changeRegistry, readRegistry } from './registry-store.ts';
import { RELEASE_FILE } from './release-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-'));
  mkdirSync(join(root, 'to'));
});
afterEach(() => rmSync(root, { recursive: true }));

const releaseOf = (name: string, version: string): Release => ({
  url: `/${releasePath({ name, version })}/remoteEntry.js`,
  metadata: { integrity: 'sha384-x', version },
  extras: { assets: [], load: [], contract: '^0.1.0' },
});

/** A folder with one release, as an image holds it. */
async function built(name: string, version: string): Promise<string> {
  const from = join(root, `${name}-${version}`);
  const path = releasePath({ name, version });
  mkdirSync(join(from, path), { recursive: true });
  writeFileSync(join(from, path, 'remoteEntry.js'), version);
  writeFileSync(join(from, path, RELEASE_FILE), JSON.stringify(releaseOf(name, version)));
  await makeLive(from, new Map([[name, releaseOf(name, version)]]));
  return from;
}

/** A place without a gate, which is tested apart. */
function publish(from: string): Promise<string[]> {
  const to = join(root, 'to');
  return publishBuilt(from, {
    ...folderPlace(to),
    async flip(name, { version = '', revision }) {
      const flip = flipTo(await readRegistry(to), name, releaseOf(name, version), 'release');
      await changeRegistry(to, revision, flip, { who: 'image', at: new Date() });
    },
  });
}
const script = (name: string, version: string) =>
  readFileSync(join(root, 'to', releasePath({ name, version }), 'remoteEntry.js'), 'utf8');
const live = async (name: string) =>
  liveRelease(await readRegistry(join(root, 'to')), name)?.metadata.version;

test('a release goes live beside those of other packages, and the one before stays to be had', async () => {
  await publish(await built('shell', '1.0.0'));
  await publish(await built('mf-plan', '1.0.0'));
  await publish(await built('mf-plan', '2.0.0'));
  expect(await live('shell')).toBe('1.0.0');
  expect(await live('mf-plan')).toBe('2.0.0');
  expect(script('mf-plan', '2.0.0')).toBe('2.0.0');
  expect(script('mf-plan', '1.0.0')).toBe('1.0.0');
});

test('a container that starts again puts nothing old in the place of a newer release', async () => {
  const first = await built('mf-plan', '1.0.0');
  await publish(first);
  await publish(await built('mf-plan', '2.0.0'));
  await publish(first);
  expect(await live('mf-plan')).toBe('2.0.0');
});

test('publishing again changes nothing, and undoes no rolling back', async () => {
  const to = join(root, 'to');
  await publish(await built('mf-plan', '1.0.0'));
  const from = await built('mf-plan', '2.0.0');
  expect(await publish(from)).toEqual(['mf-plan 2.0.0 is live.']);
  expect(await publish(from)).toEqual(['mf-plan 2.0.0 is live already.']);
  const registry = await readRegistry(to);
  expect(registry.revision).toBe(2);
  await changeRegistry(to, 2, flipBack(registry, 'mf-plan', releaseOf('mf-plan', '1.0.0')), {
    who: 'team',
    at: new Date(),
  });
  expect(await publish(from)).toEqual([
    'mf-plan stays as it is, since 2.0.0 was there before. Go to it by --to 2.0.0.',
  ]);
  expect(await live('mf-plan')).toBe('1.0.0');
});

test('what a killed attempt left is taken away in time, and one at work is left alone', async () => {
  const draft = (name: string, minutes: number) => {
    const folder = join(root, 'to', `.draft-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'half.js'), 'half');
    const at = new Date(Date.now() - minutes * 60_000);
    utimesSync(folder, at, at);
  };
  draft('killed', 90);
  draft('at-work', 1);
  await publish(await built('mf-plan', '1.0.0'));
  expect(readdirSync(join(root, 'to')).sort()).toEqual([
    '.draft-at-work',
    'features',
    'history',
    'registry.json',
  ]);
});
