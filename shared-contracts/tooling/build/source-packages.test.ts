import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sourcePackage, sourcePackages, workingPackage } from './source-packages.ts';

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'));
  write('package-lock.json', '{}');
  write('shared-contracts/package.json', '{}');
  write('shared-contracts/src/calls/plan.ts', 'one');
  write('shared-contracts/tooling/build/preset.ts', 'one');
  for (const name of ['shell', 'mf-plan']) {
    write(`${name}/package.json`, '{}');
    write(`${name}/src/main.ts`, 'one');
  }
});
afterEach(() => rmSync(root, { recursive: true }));

test('the shell and every mf- folder are built', () => {
  write('api/package.json', '{}');
  expect(sourcePackages(root).map(({ name }) => name)).toEqual(['mf-plan', 'shell']);
});

test.each([
  ['mf-plan/src/main.ts', true],
  ['mf-plan/src/new.ts', true],
  ['mf-plan/package.json', true],
  ['shared-contracts/src/calls/plan.ts', true],
  ['shared-contracts/tooling/build/preset.ts', true],
  ['shared-contracts/package.json', true],
  ['package-lock.json', true],
  ['mf-plan/src/main.test.ts', false],
  ['shell/src/main.ts', false],
])('a change of %s makes mf-plan stale: %s', (path, changes) => {
  const { inputs: before } = sourcePackage(root, 'mf-plan');
  write(path, '{ "more": 1 }');
  const { inputs: after } = sourcePackage(root, 'mf-plan');
  expect(after !== before).toBe(changes);
  expect(sourcePackages(root).find(({ name }) => name === 'mf-plan')?.inputs).toBe(after);
});

test('a package of a checkout is named by its folder, one with a repository of its own by itself', () => {
  expect(workingPackage(join(root, 'mf-plan'))).toEqual({ root, name: 'mf-plan' });
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  expect(() => workingPackage(folder)).toThrow('has no package.json');
  writeFileSync(join(folder, 'package.json'), '{ "name": "@diary-team/mf-diary" }');
  expect(workingPackage(folder)).toEqual({ root: folder, name: 'mf-diary' });

  const inputs = () => sourcePackage(folder, 'mf-diary').inputs;
  mkdirSync(join(folder, 'src'));
  const before = inputs();
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  expect(inputs()).not.toBe(before);
  rmSync(folder, { recursive: true });
});
