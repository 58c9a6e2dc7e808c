import { expect, test } from '@jest/globals';
import { fc } from '@stepwise/tooling/testing/properties';
import { type Arm, armAt } from './permuted-blocks.ts';

const listOf = (seed: string, stratum: string, length: number): Arm[] =>
  Array.from({ length }, (_, position) => armAt(seed, stratum, position));
const surplus = (arms: Arm[]): number => arms.reduce((sum, arm) => sum + (arm === 'reduction' ? 1 : -1), 0);

test('after any number of allocations, the arms differ by half a block at most and meet within six places', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom('low', 'medium', 'high'), (seed, stratum) => {
      const list = listOf(seed, stratum, 60);
      const balances = list.map((_, index) => surplus(list.slice(0, index + 1)));
      expect(Math.max(...balances.map(Math.abs))).toBeLessThanOrEqual(3);
      let since = 0;
      for (const balance of balances) {
        since = balance === 0 ? 0 : since + 1;
        expect(since).toBeLessThan(6);
      }
    }),
    { numRuns: 50 },
  );
});

test('the same seed always gives the same list, in any order asked', () => {
  const list = listOf('a seed', 'low', 40);
  const backwards = Array.from({ length: 40 }, (_, index) => armAt('a seed', 'low', 39 - index)).reverse();
  expect(backwards).toEqual(list);
});

test('another seed or another stratum gives another list', () => {
  const list = listOf('a seed', 'low', 60).join();
  expect(listOf('another seed', 'low', 60).join()).not.toBe(list);
  expect(listOf('a seed', 'high', 60).join()).not.toBe(list);
});

test('blocks of four and of six both occur', () => {
  // After four places a block of four is balanced; one of six need not be, over many seeds.
  const afterFour = Array.from({ length: 60 }, (_, seed) => surplus(listOf(String(seed), 'low', 4)));
  const afterSix = Array.from({ length: 60 }, (_, seed) => surplus(listOf(String(seed), 'low', 6)));
  expect(afterFour.some((balance) => balance !== 0)).toBe(true);
  expect(afterSix.some((balance) => balance !== 0)).toBe(true);
});
