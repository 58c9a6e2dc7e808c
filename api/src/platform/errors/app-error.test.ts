import { expect, test } from '@jest/globals';
import { MethodNotAllowed, TooManyRequests, unanswered } from './app-error.ts';

test.each([
  [1, 'a second'],
  [59, '59 seconds'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('a wait of %i seconds is said as %s', (seconds, words) => {
  const { message, headers, status } = new TooManyRequests(seconds);
  expect(message).toBe(`There were too many tries. Please wait ${words}.`);
  expect([status, headers]).toEqual([429, { 'retry-after': String(seconds) }]);
});

test('a method that is not taken names each of the others once', () => {
  expect(new MethodNotAllowed(['HEAD', 'GET', 'GET']).headers).toEqual({ allow: 'HEAD, GET' });
});

test('each question without an answer is named by its id', () => {
  expect(unanswered([3, 7]).issues.map(({ path }) => path)).toEqual([
    ['questions', 3],
    ['questions', 7],
  ]);
});
