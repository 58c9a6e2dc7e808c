import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { openDraft, placeRelease, readRelease } from './build-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('files of a killed attempt are removed in time, and those of a running one stay', async () => {
  const draft = (name: string, minutes: number) => {
    const place = join(folder, `.draft-${name}`);
    mkdirSync(place);
    writeFileSync(join(place, 'half.js'), 'half');
    const at = new Date(Date.now() - minutes * 60_000);
    utimesSync(place, at, at);
  };
  draft('killed', 90);
  draft('at-work', 1);
  await openDraft(folder);
  expect(readdirSync(folder).filter((name) => /killed|at-work/.test(name))).toEqual(['.draft-at-work']);
});

test('a whole release stays where it is, and a damaged one is replaced', async () => {
  const source = { name: 'mf-plan', version: '1.0.0' };
  const place = join(folder, 'features/mf-plan/1.0.0');
  const release: Release = {
    url: '/features/mf-plan/1.0.0/entry.js',
    metadata: { integrity: 'sha384-x', version: '1.0.0' },
    extras: { assets: [], load: [], contract: '^0.1.0' },
  };
  const put = async (file: string, description: string) => {
    const draft = await openDraft(folder);
    writeFileSync(join(draft, file), file);
    writeFileSync(join(draft, 'release.json'), description);
    await placeRelease(draft, place);
  };
  await put('damaged.js', '{');
  expect(await readRelease(folder, source)).toBeUndefined();
  await put('first.js', JSON.stringify(release));
  await put('second.js', JSON.stringify(release));
  expect(readdirSync(place)).toEqual(['first.js', 'release.json']);
  expect(await readRelease(folder, source)).toEqual(release);
});
