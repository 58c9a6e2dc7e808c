import { expect, test } from '@jest/globals';
import { randomText } from './random-text.ts';

test('random text gives other bytes each time, beyond those that it asked for at once', () => {
  const texts = Array.from({ length: 1000 }, () => randomText(16, 'base64'));
  expect(new Set(texts).size).toBe(1000);
  expect(texts.map((text) => Buffer.from(text, 'base64').length)).toEqual(texts.map(() => 16));
  const bits = texts.reduce((sum, text) => sum + ones(Buffer.from(text, 'base64')), 0);
  // Six standard deviations of 128,000 bits.
  expect(Math.abs(bits - 64_000)).toBeLessThan(6 * Math.sqrt(32_000));
});

const ones = (bytes: Buffer): number =>
  Array.from(bytes, (byte) => byte.toString(2).replaceAll('0', '').length).reduce((a, b) => a + b);
