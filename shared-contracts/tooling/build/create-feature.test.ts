import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isIconName } from '@stepwise/shared-contracts/design-system/icon';
import { manifest } from '../../feature-template/src/manifest.ts';
import { createFeature } from './create-feature.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-feature-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

test.each(['sleep-notes', 'mf-sleep-notes'])(
  '%s names the package, its route, its page and its files',
  (given) => {
    expect(createFeature(root, given)).toBe('mf-sleep-notes');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name).sort()).toEqual([
      'feature.tsx',
      'manifest.ts',
      'package.json',
      'sleep-notes.page.test.tsx',
      'sleep-notes.page.tsx',
      'standalone.tsx',
      'tsconfig.json',
    ]);
    expect(JSON.parse(read('mf-sleep-notes/package.json')).name).toBe('@stepwise/mf-sleep-notes');
    expect(read('mf-sleep-notes/src/manifest.ts')).toContain("path: '/sleep-notes'");
    expect(read('mf-sleep-notes/src/manifest.ts')).toContain("title: 'Sleep notes'");
    expect(read('mf-sleep-notes/src/feature.tsx')).toContain('pages: { sleepNotes: SleepNotesPage }');
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toMatch(/new-?\s?feature/i);
  },
);

test.each(['', 'Diary', '../diary', 'di ary', 'mf-', '1st'])('%j is no name', (given) => {
  expect(() => createFeature(root, given)).toThrow('Give a name in small letters');
  expect(readdirSync(root)).toEqual([]);
});

test('a feature that exists is left alone', () => {
  createFeature(root, 'diary');
  expect(() => createFeature(root, 'diary')).toThrow('There is a folder mf-diary already.');
});

test('the template matches the existing features', () => {
  const packageOf = (folder: string) =>
    JSON.parse(readFileSync(join(CHECKOUT, folder, 'package.json'), 'utf8'));
  const template = packageOf('shared-contracts/feature-template');
  const feature = packageOf('mf-consent');
  expect({ ...template, name: feature.name }).toEqual(feature);
});

test('the template’s entry of the navigation has an icon', () => {
  expect(isIconName(manifest.navigation?.icon ?? '')).toBe(true);
});
