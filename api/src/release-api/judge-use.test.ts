import { describe, expect, test } from '@jest/globals';
import type { Use } from '@stepwise/shared-contracts/release/release-api';
import { findMissingUse, upperBound } from './judge-use.ts';

const use = (changes: Partial<Use> = {}): Use => ({
  exposures: 100,
  days: 2,
  faults: 0,
  hangs: 0,
  failedCalls: 0,
  firstPaintMs: null,
  ...changes,
});

describe('upperBound', () => {
  // By hand from Wilson's formula with z = 1.6449.
  test.each([
    [0, 100, 0.02634],
    [1, 100, 0.04358],
    [5, 100, 0.09916],
    [50, 100, 0.58115],
    [0, 1, 0.73015],
  ])('of %i in %i is %d', (found, tried, bound) => {
    expect(upperBound(found, tried)).toBeCloseTo(bound, 4);
  });

  test('is 1 where nothing was tried, or all of it failed', () => {
    expect(upperBound(0, 0)).toBe(1);
    expect(upperBound(3, 3)).toBeCloseTo(1, 10);
  });
});

describe('findMissingUse', () => {
  test('has nothing against 100 exposures on two days without a fault', () => {
    expect(findMissingUse(use(), use({ exposures: 0 }))).toEqual([]);
  });

  test.each([
    ['99 exposures', { exposures: 99 }, ['99 of 100 exposures.']],
    ['one day', { days: 1 }, ['Exposures on 1 of 2 days.']],
    ['two hangs', { exposures: 10_000, faults: 2, hangs: 2 }, ['It hung in 2 documents.']],
    ['a hang', { exposures: 10_000, faults: 1, hangs: 1 }, ['It hung in 1 document.']],
    [
      'a fault in 100',
      { faults: 1 },
      [
        'Up to 4.4 % of documents may fail (95 % bound of 1 in 100); the live release’s 0.0 % and 3.0 % more are allowed.',
      ],
    ],
  ])('names %s', (_, changes, missing) => {
    expect(findMissingUse(use(changes), use())).toEqual(missing);
  });

  test('allows as many faults as the live release has, and three points', () => {
    const canary = use({ exposures: 1000, faults: 30 });
    expect(findMissingUse(canary, use())).toHaveLength(1);
    expect(findMissingUse(canary, use({ faults: 2 }))).toEqual([]);
    expect(findMissingUse(canary, use({ exposures: 0, faults: 200 }))).toEqual([]);
    expect(findMissingUse(canary, use({ exposures: 10_000, faults: 2 }))).toHaveLength(1);
  });

  test('counts a document that failed before it was exposed', () => {
    expect(findMissingUse(use({ exposures: 100, faults: 300 }), use())).toContainEqual(
      expect.stringContaining('Up to 100.0 %'),
    );
  });
});
