import { expect, test } from '@jest/globals';
import { ALL_ANSWERS, atSetup } from './testing/plan-data.ts';
import { openRoute, readRoute } from './wizard-route.ts';

const setup = atSetup();
const plan = (
  answered: number,
  changes: Partial<{ schedule: number | null; answersChanged: boolean; mayChange: boolean }> = {},
) => ({
  setup: { ...setup, setupAnswers: ALL_ANSWERS.slice(0, answered) },
  schedule: null,
  answersChanged: false,
  mayChange: true,
  ...changes,
});
const ALL = ALL_ANSWERS.length;

test('the wizard reads the pages there are and no other', () => {
  const read = (search: string) => readRoute(new URLSearchParams(search));
  expect(read('?page=0')).toBe(0);
  expect(read('?page=11')).toBe(11);
  expect(read('?page=summary')).toBe('summary');
  expect(read('?page=doctor')).toBe('doctor');
  for (const wrong of ['', '?page=', '?page=12', '?page=-1', '?page=1.5', '?page=x'])
    expect(read(wrong)).toBeNull();
});

test('the wizard starts at page 0 without a schedule, else at the summary', () => {
  expect(openRoute(null, plan(0))).toBe(0);
  expect(openRoute(null, plan(ALL))).toBe(0);
  expect(openRoute(null, plan(ALL, { schedule: 11 }))).toBe('summary');
});

test('a page ahead of the answers redirects to the first page that lacks one', () => {
  expect(openRoute(2, plan(0))).toBe(2);
  expect(openRoute(3, plan(0))).toBe(2);
  expect(openRoute(11, plan(3))).toBe(3);
  expect(openRoute(5, plan(4))).toBe(4);
  expect(openRoute('summary', plan(5))).toBe(5);
  const unordered = { ...setup, setupQuestions: setup.setupQuestions.toReversed() };
  expect(openRoute(11, { ...plan(0), setup: unordered })).toBe(2);
  expect(openRoute('doctor', plan(0))).toBe(2);
});

test('without a schedule nothing after page 5 opens, however much is answered', () => {
  for (const route of [6, 7, 11, 'summary', 'doctor'] as const) expect(openRoute(route, plan(ALL))).toBe(5);
});

test('with a schedule every page opens', () => {
  for (const route of [0, 1, 5, 6, 7, 10, 11, 'summary', 'doctor'] as const)
    expect(openRoute(route, plan(ALL, { schedule: 11 }))).toBe(route);
});

test('with a schedule a question that was added later is asked again up to page 6, and not after it', () => {
  const later = plan(3, { schedule: 11 });
  expect(([5, 6, 7, 11, 'summary'] as const).map((route) => openRoute(route, later))).toEqual([
    3,
    3,
    7,
    11,
    'summary',
  ]);
});

test('after a changed answer the old schedule is not shown as the new one', () => {
  const changed = { schedule: 11, answersChanged: true };
  expect(openRoute(6, plan(ALL, changed))).toBe(5);
  expect(openRoute(9, plan(ALL, changed))).toBe(5);
  expect(openRoute(6, plan(2, changed))).toBe(2);
});

test('once the plan has started no answer stands in the way', () => {
  expect(openRoute(6, plan(0, { schedule: 11, mayChange: false }))).toBe(6);
});
