/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { liveRelease, type Release, registrySchema } from '../federation/registry.ts';
import { makeLive, RELEASE_FILE, releasePath } from './release-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-'));
  mkdirSync(join(root, 'to'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A folder with one release, as an image holds it. */
function built(name: string, version: string): string {
  const from = join(root, `${name}-${version}`);
  const path = releasePath({ name, version });
  const release: Release = {
    url: `/${path}/remoteEntry.js`,
    metadata: { integrity: 'sha384-x', version },
    extras: { assets: [], load: [], contract: '^0.1.0' },
  };
  mkdirSync(join(from, path), { recursive: true });
  writeFileSync(join(from, path, 'remoteEntry.js'), version);
  writeFileSync(join(from, path, RELEASE_FILE), JSON.stringify(release));
  makeLive(from, new Map([[name, release]]));
  return from;
}

const publish = (from: string) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'publish-releases.ts'), from, join(root, 'to')]);
const script = (name: string, version: string) =>
  readFileSync(join(root, 'to', releasePath({ name, version }), 'remoteEntry.js'), 'utf8');
const registry = () => registrySchema.parse(JSON.parse(readFileSync(join(root, 'to/registry.json'), 'utf8')));

test('a release goes live beside those of other packages, and the one before stays to be had', () => {
  publish(built('shell', '1.0.0'));
  publish(built('mf-plan', '1.0.0'));
  publish(built('mf-plan', '2.0.0'));
  expect(liveRelease(registry(), 'shell')?.metadata.version).toBe('1.0.0');
  expect(liveRelease(registry(), 'mf-plan')?.metadata.version).toBe('2.0.0');
  expect(script('mf-plan', '2.0.0')).toBe('2.0.0');
  expect(script('mf-plan', '1.0.0')).toBe('1.0.0');
});

test('publishing the same release again changes nothing, and what a killed attempt left is replaced', () => {
  const from = built('mf-plan', '1.0.0');
  const draft = join(root, 'to/.draft-features-mf-plan-1.0.0');
  mkdirSync(draft);
  writeFileSync(join(draft, 'half.js'), 'half');
  publish(from);
  publish(from);
  expect(registry().revision).toBe(1);
  expect(readdirSync(join(root, 'to/features/mf-plan/1.0.0')).sort()).toEqual([
    RELEASE_FILE,
    'remoteEntry.js',
  ]);
  expect(readdirSync(join(root, 'to')).sort()).toEqual(['features', 'registry.json']);
});
