import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readLocalSecrets } from './local-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepwise-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('secrets are made once and kept', () => {
  const secrets = readLocalSecrets(join(folder, 'new', 'data'));
  expect(readLocalSecrets(join(folder, 'new', 'data'))).toEqual(secrets);
});

test.each(['file', 'file/below'])('a data folder at %s is named in one sentence', (name) => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, name);
  expect(() => readLocalSecrets(path)).toThrow(
    `DATA_DIR, ${path}, is a file or lies below one; set it to a folder.`,
  );
});
