/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { watchFaults } from './watch-faults.ts';

const reported: ReleaseReport[] = [];
let end: () => void;
beforeEach(() => {
  reported.length = 0;
  end = watchFaults((failure) => void reported.push(failure));
});
afterEach(() => end());

const PLAN = 'https://stepwise.example/features/mf-plan/0.1.3-0123456789ab/feature.js:1:234';
const TRACKER = 'https://stepwise.example/features/mf-tracker/0.1.3-ba9876543210/~2/feature.js:1:9';
const SHELL = 'https://stepwise.example/shell/0.1.3-0011223344ff/main.js:1:5';
const withStack = <E extends Error>(error: E, ...places: string[]): E =>
  Object.assign(error, {
    stack: [String(error), ...places.map((place) => `    at f (${place})`)].join('\n'),
  });

const throwInHandler = (error: unknown) =>
  void window.dispatchEvent(Object.assign(new Event('error'), { error }));
const rejectPromise = (reason: unknown) =>
  void window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

test.each([
  ['an event handler throws', throwInHandler],
  ['a promise rejects', rejectPromise],
])("the innermost feature's release is reported when %s", (_, fail) => {
  fail(withStack(new TypeError('of jo@example.org'), SHELL, TRACKER, SHELL, PLAN));
  const failure = { feature: 'mf-tracker', version: '0.1.3-ba9876543210', outcome: 'failed-in-use' };
  expect(reported).toEqual([failure]);
  expect(releaseReport.body?.safeParse(failure).success).toBe(true);
});

test.each([
  ['of the shell', withStack(new TypeError('no'), SHELL)],
  ['an answer of the server', withStack(new CallError('unreachable', 'No answer came.'), SHELL, PLAN)],
  ['of the browser', withStack(new DOMException('no', 'AbortError'), PLAN)],
  ['a file that did not arrive', withStack(Object.assign(new Error(PLAN), { name: 'ChunkLoadError' }), PLAN)],
  ['without a stack', withStack(new TypeError('no'))],
  ['no error at all', null],
])('a fault that is %s is not reported', (_, error) => {
  throwInHandler(error);
  rejectPromise(error);
  expect(reported).toEqual([]);
});
