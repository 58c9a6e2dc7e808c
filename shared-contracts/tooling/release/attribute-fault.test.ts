import { expect, test } from '@jest/globals';
import { mayBeOf, newFaults } from './attribute-fault.ts';

const at = (...paths: string[]) =>
  ['TypeError: x is undefined', ...paths.map((path) => `    at http://localhost${path}:1:2`)].join('\n');
const PLAN = '/features/mf-plan/0.1.3-0123456789ab/feature.js';
const SURVEY = '/features/mf-survey/0.1.3-ba9876543210/feature.js';
const SHELL = '/shell/0.1.3-0123456789ab/main.js';

test.each([
  ['in its own script', at(PLAN), true],
  ['in React, which the shell brings, below its own', at(SHELL, PLAN), true],
  ['beside another feature', at(SURVEY, PLAN), true],
  ['in another feature', at(SURVEY), false],
  ['in React below another feature', at(SHELL, SURVEY), false],
  ['in the shell only', at(SHELL), true],
  ['without a trace', '', true],
])('a fault %s', (_, trace, expected) => {
  expect(mayBeOf('mf-plan', trace)).toBe(expected);
});

test('a new shell answers for every feature in it', () => {
  expect(mayBeOf('shell', at(SURVEY))).toBe(true);
});

test('a fault that a run without the candidate shows as well is not new, whatever the versions', () => {
  const before = ['/plan: the console says 404 /shell/0.1.3-0123456789ab/x.js', '/: it threw Error: one'];
  expect(
    newFaults(
      ['/plan: the console says 404 /shell/0.1.3-ba9876543210/x.js', '/: it threw Error: two'],
      before,
    ),
  ).toEqual(['/: it threw Error: two']);
});
