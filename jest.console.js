import { afterEach, beforeEach, expect } from '@jest/globals';

/** What a test prints hides what the next failure prints: a complaint in the console that no test expects fails it. */
let complaints = [];
for (const level of ['error', 'warn'])
  console[level] = (...parts) => complaints.push(parts.map(String).join(' '));

beforeEach(() => {
  complaints = [];
});
afterEach(() => {
  expect(complaints).toEqual([]);
});
