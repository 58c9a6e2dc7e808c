import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readLocalSecrets } from './local-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepwise-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('secrets are made once and kept', () => {
  const secrets = readLocalSecrets(join(folder, 'new', 'data'));
  expect(readLocalSecrets(join(folder, 'new', 'data'))).toEqual(secrets);
  const others = readLocalSecrets(join(folder, 'another'));
  expect(new Set([...Object.values(secrets), ...Object.values(others)]).size).toBe(6);
  expect(statSync(join(folder, 'new', 'data', 'secrets.json')).mode & 0o777).toBe(0o600);
});

test.each(['', '{}', JSON.stringify({ databasePassword: 'short', sessionSecret: '', allocationSeed: '' })])(
  'secrets that read %j are damaged, and are not made again in their place',
  (text) => {
    writeFileSync(join(folder, 'secrets.json'), text);
    expect(() => readLocalSecrets(folder)).toThrow('secrets.json is damaged; put it back from a backup');
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(text);
  },
);

test.each(['file', 'file/below'])('a data folder at %s is named in one sentence', (name) => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, name);
  expect(() => readLocalSecrets(path)).toThrow(
    `DATA_DIR, ${path}, is a file or lies below one; set it to a folder.`,
  );
});
