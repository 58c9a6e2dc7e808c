import { expect, test } from '@jest/globals';
import { isLoopback } from './is-loopback.ts';

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.7', false],
  ['::ffff:192.0.2.7', false],
  ['2001:db8::1', false],
  ['', false],
  [undefined, false],
])('%s is the machine’s own: %s', (address, own) => {
  expect(isLoopback(address)).toBe(own);
});
