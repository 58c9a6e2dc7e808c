import { expect, test } from '@jest/globals';
import type { CallShape } from '@stepwise/shared-contracts/federation/registry';
import { whyWrongVersion } from './contract-change.ts';

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const save = (body: CallShape['body'], answer: CallShape['body'] = null): CallShape => ({
  method: 'POST',
  path: '/api/save/',
  body,
  responses: { 200: answer },
});
const read: CallShape = { method: 'GET', path: '/api/read/', body: null, responses: { 200: null } };
const before = {
  version: '0.1.2',
  provides: { react: '19.0.0' },
  calls: [save(object({ a: text }))],
};

test.each([
  ['the same', before, '0.1.2'],
  ['a later version of the same', before, '0.1.3'],
  ['another call', { ...before, calls: [read, ...before.calls] }, '0.1.3'],
  ['an optional field of a body', { ...before, calls: [save(object({ a: text, b: text }, ['a']))] }, '0.1.3'],
  ['another shared module', { ...before, provides: { react: '19.0.0', zustand: '5.0.0' } }, '0.1.3'],
  ['a call less', { ...before, calls: [] }, '0.2.0'],
])('%s may have its version', (_, surface, version) => {
  expect(whyWrongVersion(before, { ...surface, version })).toBeUndefined();
});

test.each([
  ['another call', { ...before, calls: [read, ...before.calls] }, '0.1.2', 'Give it a later version'],
  ['a call less', { ...before, calls: [] }, '0.1.3', 'POST /api/save/: the live API has no such call'],
  ['a field less', { ...before, calls: [save(object({}))] }, '0.1.3', 'takes another body'],
  [
    'a field that a body has to have',
    { ...before, calls: [save(object({ a: text, b: text }))] },
    '0.1.3',
    'takes another body',
  ],
  ['a shared module less', { ...before, provides: {} }, '0.1.3', 'the shared module react is gone'],
  ['the same, earlier', before, '0.1.1', 'is earlier than 0.1.2'],
])('%s may not have its version', (_, surface, version, reason) => {
  expect(whyWrongVersion(before, { ...surface, version })).toContain(reason);
});
