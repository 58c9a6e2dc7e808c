import { expect, test } from '@jest/globals';
import { initials } from './initials.ts';

test.each([
  ['Dr Kim Nguyen', 'KN'],
  ['Prof. Ana María de la Cruz', 'AC'],
  ['jo', 'J'],
  ['Dr', ''],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
