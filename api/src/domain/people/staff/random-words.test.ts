import { expect, test } from '@jest/globals';
import { randomWords } from './random-words.ts';

test.each([1, 4, 5])('%i groups have four signs each, none of them taken for another', (groups) => {
  expect(randomWords(groups)).toMatch(new RegExp(`^([a-hjkmnp-z2-9]{4}(-|$)){${groups}}$`));
});

test('each code differs from the one before', () => {
  expect(randomWords(4)).not.toBe(randomWords(4));
});
