import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SHARED_CONTRACTS } from './shared-modules.ts';

/** Of one feature, which is smaller with them than each page of a visitor would be. */
const OF_ONE_FEATURE = ['calls/notification.calls'];

test('every file of calls is shared but those of one feature, so that no two carry the same schemas', () => {
  const calls = readdirSync(join(import.meta.dirname, '../../src/calls'))
    .filter((file) => file.endsWith('.calls.ts'))
    .map((file) => `calls/${file.slice(0, -'.ts'.length)}`)
    .filter((file) => !OF_ONE_FEATURE.includes(file));
  expect(SHARED_CONTRACTS).toEqual(expect.arrayContaining(calls));
});
