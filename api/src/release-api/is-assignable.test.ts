import { describe, expect, test } from '@jest/globals';
import { isAssignable } from './is-assignable.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const none = { type: 'undefined' };
const optional = (schema: object) => ({ anyOf: [none, schema] });
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const takes = (...parameters: object[]) => ({ type: 'function', parameters, returns: none });
const gives = (returns: object) => ({ type: 'function', parameters: [], returns });

// Shapes of calls are in incompatible-call.test.ts.
describe('a function', () => {
  test.each([
    ['takes less than it is given', takes(), takes(text)],
    ['may be given more', takes(text, optional(number)), takes(text)],
    ['takes more kinds', takes({ anyOf: [text, number] }), takes(text)],
    ['gives more', gives(object({ a: text, b: text })), gives(object({ a: text }))],
    ['calls back with more', takes(takes(object({ a: text, b: text }))), takes(takes(object({ a: text })))],
  ])('suits where it %s', (_, from, to) => {
    expect(isAssignable(from, to, 'any fields')).toBe(true);
  });

  test.each([
    ['needs more than it is given', takes(text, number), takes(text)],
    ['takes another kind', takes(number), takes(text)],
    ['needs what may be missing', takes(text), takes(optional(text))],
    ['gives less', gives(object({ a: text })), gives(object({ a: text, b: text }))],
    ['calls back with less', takes(takes(object({ a: text }))), takes(takes(object({ a: text, b: text })))],
    ['is none', text, takes(text)],
  ])('does not suit where it %s', (_, from, to) => {
    expect(isAssignable(from, to, 'any fields')).toBe(false);
  });
});
