import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hashSigned } from './signatures.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('what is signed is hashed as JSON with the fields of each object by name, and lists as they are', () => {
  const content = { severity: 'mild', criteria: ['b', { to: null, from: 1 }] };
  expect(hashSigned(content)).toBe(sha256('{"criteria":["b",{"from":1,"to":null}],"severity":"mild"}'));
  expect(hashSigned(undefined)).toBe(sha256(''));
});
