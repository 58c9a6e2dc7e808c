import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'));
  for (const name of ['shared-contracts', 'mf-plan']) mkdirSync(join(root, name));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The command as a team runs it in its package's folder. What it does with a product is tested beside the API. */
function release(args: string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'release.ts'), ...args],
    { cwd: join(root, 'mf-plan'), env: settings, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test.each([
  [['--no-smoke']],
  [['--rollback', '--list']],
  [['extra']],
  [['--canary', '60']],
  [['--canary', 'x']],
])('%j gives the usage', (args) => {
  const { status, stdout, stderr } = release(args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^How to release mf-plan:/);
  expect(stderr).not.toContain('    at ');
});

test('outside of any package it says that there is none', () => {
  rmSync(join(root, 'shared-contracts'), { recursive: true });
  const { status, stderr } = release(['--list']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+ has no package\.json, and lies in no checkout of the product\.\n$/);
});

test('without a running product it says how to start or name one', () => {
  const { status, stderr } = release(['--list']);
  expect(status).toBe(1);
  expect(stderr).toContain('Start it with npm start');
});

test('an address without a token names what is missing', () => {
  const { status, stderr } = release(['--list'], { STEPWISE_URL: 'http://localhost:9' });
  expect(status).toBe(1);
  expect(stderr).toContain('STEPWISE_RELEASE_TOKEN');
});

test('a token is shown once, beside the line that a server knows it by', () => {
  const make = (name: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'make-token.ts'), name], { encoding: 'utf8' });
  const [, token = '', , , , line = ''] = make('mf-plan').stdout.split('\n');
  const hash = createHash('sha256').update(token.trim()).digest('hex');
  expect(line.trim()).toMatch(new RegExp(`^mf-plan ${hash} [\\w-]{59}$`));
  expect(make('../mf-plan').status).toBe(1);
});

test('the token is sent over https only, or to this machine', () => {
  const settings = { STEPWISE_URL: 'http://stepwise.example', STEPWISE_RELEASE_TOKEN: 'a token' };
  const { status, stderr } = release(['--list'], settings);
  expect(status).toBe(1);
  expect(stderr).toContain('The token may travel over https only');
});
