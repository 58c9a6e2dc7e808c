import { expect, test } from '@jest/globals';
import { codeAt } from '../../../testing/authenticator.ts';
import { findStep, newSecret } from './totp.ts';

const STEP_MS = 30_000;
/** The first instant of time step 59,000,000. */
const NOW = new Date(59_000_000 * STEP_MS);
const later = (ms: number) => new Date(NOW.getTime() + ms);

test.each([
  [-STEP_MS - 1, null],
  [-STEP_MS, 58_999_999],
  [-1, 58_999_999],
  [0, 59_000_000],
  [STEP_MS - 1, 59_000_000],
  [STEP_MS, 59_000_001],
  [2 * STEP_MS - 1, 59_000_001],
  [2 * STEP_MS, null],
])('a code shown %i ms from now is of step %s, by which it is used once', (ms, step) => {
  const secret = newSecret();
  expect(findStep(secret, codeAt(secret, later(ms)), NOW)).toBe(step);
});
