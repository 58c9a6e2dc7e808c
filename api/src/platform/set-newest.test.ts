import { expect, test } from '@jest/globals';
import { setNewest } from './set-newest.ts';

test('deletes the oldest entry beyond the most that are kept, and renews one that is set again', () => {
  const map = new Map<string, number>();
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) setNewest(map, key, index, 2);
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});
