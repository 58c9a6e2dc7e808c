/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { liveRelease, type Registry, type Release, registrySchema } from '../federation/registry.ts';
import { packageVersion, sourcePackages } from './package-sources.ts';
import { makeLive } from './release-folders.ts';

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'));
  write('package-lock.json', '{}');
  write('shared-contracts/src/calls/plan.ts', 'one');
  for (const name of ['shell', 'mf-plan']) {
    write(`${name}/package.json`, '{ "version": "0.1.0" }');
    write(`${name}/src/main.ts`, 'one');
  }
});
afterEach(() => rmSync(root, { recursive: true }));

test('the shell and every mf- folder are built', () => {
  write('api/package.json', '{ "version": "0.1.0" }');
  expect(sourcePackages(root).map(({ name }) => name)).toEqual(['mf-plan', 'shell']);
});

test.each([
  ['mf-plan/src/main.ts', true],
  ['mf-plan/src/new.ts', true],
  ['mf-plan/package.json', true],
  ['shared-contracts/src/calls/plan.ts', true],
  ['package-lock.json', true],
  ['mf-plan/src/main.test.ts', false],
  ['shell/src/main.ts', false],
])('a change of %s makes a new version of mf-plan: %s', (path, changes) => {
  const before = packageVersion(join(root, 'mf-plan'));
  write(path, '{ "version": "0.1.0", "more": 1 }');
  const after = packageVersion(join(root, 'mf-plan'));
  expect(after !== before).toBe(changes);
  expect(sourcePackages(root).find(({ name }) => name === 'mf-plan')?.version).toBe(after);
});

const release = (version: string): Release => ({
  url: `/features/mf-plan/${version}/remoteEntry.js`,
  metadata: { integrity: 'sha384-x', version },
  extras: { assets: [], load: [], contract: '^0.1.0' },
});
const registry = (): Registry =>
  registrySchema.parse(JSON.parse(readFileSync(join(root, 'registry.json'), 'utf8')));

test('making a release live moves that pointer alone and counts the change once', () => {
  makeLive(
    root,
    new Map([
      ['mf-plan', release('1.0.0')],
      ['shell', release('1.0.0')],
    ]),
  );
  makeLive(
    root,
    new Map([
      ['mf-plan', release('2.0.0')],
      ['shell', undefined],
    ]),
  );
  makeLive(root, new Map([['mf-plan', release('2.0.0')]]));
  expect(registry().revision).toBe(2);
  expect(liveRelease(registry(), 'mf-plan')?.metadata.version).toBe('2.0.0');
  expect(liveRelease(registry(), 'shell')?.metadata.version).toBe('1.0.0');
  expect(readdirSync(root).filter((name) => name.startsWith('registry'))).toEqual(['registry.json']);
});

test('of several releases that share the traffic the default one is live', () => {
  const shared: Registry = {
    schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
    revision: 1,
    microFrontends: {
      'mf-plan': [
        { ...release('2.0.0'), deployment: { traffic: 10, default: false } },
        { ...release('1.0.0'), deployment: { traffic: 90, default: true } },
      ],
    },
  };
  expect(liveRelease(shared, 'mf-plan')?.metadata.version).toBe('1.0.0');
  expect(liveRelease(shared, 'mf-none')).toBeUndefined();
});
