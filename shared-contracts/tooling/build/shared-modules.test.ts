import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SHARED_CONTRACTS } from './shared-modules.ts';

test('every file of calls is shared, so that no feature carries schemas of its own', () => {
  const calls = readdirSync(join(import.meta.dirname, '../../src/calls'))
    .filter((file) => file.endsWith('.calls.ts'))
    .map((file) => `calls/${file.slice(0, -'.ts'.length)}`);
  expect(SHARED_CONTRACTS).toEqual(expect.arrayContaining(calls));
});
