import { describe, expect, test } from '@jest/globals';
import { contrast, schemes } from '@stepwise/tooling/testing/token-colours';

const GROUNDS = ['paper', 'surface', 'sunken', 'primary-wash', 'accent-wash', 'warn-wash'];
const TEXT = ['ink', 'ink-soft', 'primary', 'primary-deep', 'warn', 'warn-deep'];
const SHAPES = ['neutral', 'accent-edge'];

const pairs = [
  ...TEXT.flatMap((role) => GROUNDS.map((ground) => [role, ground, 4.5] as const)),
  ['on-primary', 'primary', 4.5] as const,
  ['on-primary', 'primary-deep', 4.5] as const,
  ['on-warn', 'warn', 4.5] as const,
  ['on-warn', 'warn-deep', 4.5] as const,
  ['accent', 'mark', 3] as const,
  ...SHAPES.flatMap((role) => GROUNDS.map((ground) => [role, ground, 3] as const)),
];

describe.each(Object.entries(schemes))('the %s scheme', (_, scheme) => {
  test('has every role', () => {
    expect([...scheme.keys()]).toEqual([...schemes.light.keys()]);
  });

  test.each(pairs)('%s on %s reaches %d to 1', (role, ground, least) => {
    expect(contrast(scheme, role, ground)).toBeGreaterThanOrEqual(least);
  });
});
