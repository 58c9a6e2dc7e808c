/** @jest-environment ../jest.environment.js */
import { expect, jest, test } from '@jest/globals';
import { CallError } from './call-error.ts';

test('an error that another release threw is known as a CallError, others are not', async () => {
  jest.resetModules();
  const other = await import('./call-error.ts');
  expect(other.CallError).not.toBe(CallError);
  expect(new other.CallError('not-found', 'Gone.')).toBeInstanceOf(CallError);
  expect(new TypeError('a fault')).not.toBeInstanceOf(CallError);
  expect({ name: 'CallError' }).not.toBeInstanceOf(CallError);
});
