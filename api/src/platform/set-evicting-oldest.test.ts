import { expect, test } from '@jest/globals';
import { setEvictingOldest } from './set-evicting-oldest.ts';

test('evicts the oldest entry beyond the limit, and counts one that is set again as the newest', () => {
  const map = new Map<string, number>();
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) setEvictingOldest(map, key, index, 2);
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});
