import { expect, test } from '@jest/globals';
import { STATE_WORDS } from './follow-up-words.ts';

test('the states of a follow-up differ in their words', () => {
  const words = Object.values(STATE_WORDS);
  expect([...new Set(words)]).toEqual(words);
});
