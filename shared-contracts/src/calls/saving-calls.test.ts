import { expect, test } from '@jest/globals';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { savingCalls } from './saving-calls.ts';

test('every call that goes through the outbox is among those of the outbox', () => {
  const saving = Object.entries<Call>(allCalls).filter(([, { saves }]) => saves);
  expect(saving.length).toBeGreaterThan(0);
  expect(Object.keys(savingCalls)).toEqual(expect.arrayContaining(saving.map(([name]) => name)));
});
