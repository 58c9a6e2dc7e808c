import { describe, expect, test } from '@jest/globals';
import { addDays } from '../dates/plain-date.ts';
import type { DoseReport, Prescription } from '../entities/plan.ts';
import { nextDose, stepDay, stepsAhead } from './next-dose.ts';
import {
  countsFor,
  hasLeftPlan,
  planSteps,
  presentedPlan,
  standsStill,
  startedPlan,
  withoutStepsAhead,
} from './plan-steps.ts';

const START = '2026-03-10';
const on = (day: number) => addDays(START, day);

/** Four weeks a dose, from the plan's first day; the first is in force. */
const planOf = (...doses: number[]): Prescription[] =>
  doses.map((dose, index) => ({
    ...{ id: index + 1, date: on(index * 28), planned: on(index * 28), dose, note: '', days: 28 },
    current: index === 0,
  }));
const PLAN = planOf(100, 75, 50, 25, 0);

const report = (
  day: number,
  dose: number,
  step: number | null,
  more: Partial<DoseReport> = {},
): DoseReport => ({
  ...{ day: on(day), dose, step, kind: 'step', reportedBy: 'participant', schedule: 11 },
  reportedAt: `${on(day)}T09:00:00.000Z`,
  ...more,
});
const starting = (dose = 100) => report(0, dose, 1, { kind: 'starting' });

/** Each step as `status day`, the day counted from the first. */
const written = (reports: DoseReport[] | undefined, today: number, plan = PLAN) =>
  planSteps(plan, reports, on(today)).map(
    ({ status, date }) => `${status} ${(Date.parse(date) - Date.parse(START)) / 86_400_000}`,
  );

describe('where the steps stand', () => {
  test.each<[string, DoseReport[], number, string[]]>([
    [
      'before the next one',
      [starting()],
      27,
      ['taken 0', 'planned 28', 'planned 56', 'planned 84', 'planned 112'],
    ],
    ['on its day', [starting()], 28, ['taken 0', 'due 29', 'planned 57', 'planned 85', 'planned 113']],
    ['long after it', [starting()], 38, ['taken 0', 'due 39', 'planned 67', 'planned 95', 'planned 123']],
    [
      'a step taken late',
      [starting(), report(30, 75, 2)],
      31,
      ['taken 0', 'taken 30', 'planned 58', 'planned 86', 'planned 114'],
    ],
    [
      'a step taken early',
      [starting(), report(20, 75, 2)],
      31,
      ['taken 0', 'taken 20', 'planned 48', 'planned 76', 'planned 104'],
    ],
    [
      'a step passed whose day is to come',
      [starting(), report(5, 50, 3)],
      6,
      ['taken 0', 'passed 28', 'taken 5', 'planned 33', 'planned 61'],
    ],
    [
      'a step passed whose day has come',
      [starting(), report(5, 50, 3)],
      30,
      ['taken 0', 'passed 31', 'taken 5', 'planned 33', 'planned 61'],
    ],
    [
      'a dose so low that steps are passed, and of none',
      [starting(), report(5, 40, 3, { kind: 'other' })],
      6,
      ['taken 0', 'passed 28', 'passed 56', 'planned 33', 'planned 61'],
    ],
    [
      'the same low dose said again',
      [starting(), report(5, 40, 3, { kind: 'other' }), report(9, 40, 3, { kind: 'other' })],
      10,
      ['taken 0', 'passed 28', 'passed 56', 'planned 33', 'planned 61'],
    ],
    [
      'a dose between two',
      [starting(), report(5, 90, 1, { kind: 'other' })],
      6,
      ['taken 0', 'planned 28', 'planned 56', 'planned 84', 'planned 112'],
    ],
    [
      'back up from a step, before its day',
      [starting(), report(10, 75, 2), report(13, 100, 1)],
      14,
      ['taken 0', 'waiting 28', 'planned 56', 'planned 84', 'planned 112'],
    ],
    [
      'back up from a step, after its day, and said again',
      [starting(), report(28, 75, 2), report(31, 100, 1), report(40, 100, 1)],
      41,
      ['taken 0', 'waiting 42', 'planned 70', 'planned 98', 'planned 126'],
    ],
    [
      'a dose above the plan',
      [starting(), report(5, 120, 1, { kind: 'other' })],
      6,
      ['taken 0', 'waiting 28', 'planned 56', 'planned 84', 'planned 112'],
    ],
    [
      'up to a step that was passed',
      [starting(), report(5, 50, 3), report(8, 75, 2)],
      9,
      ['taken 0', 'passed 28', 'waiting 36', 'planned 64', 'planned 92'],
    ],
    [
      'down again, the steps that were passed before stay so',
      [starting(), report(28, 75, 2), report(31, 100, 1), report(50, 75, 2)],
      51,
      ['taken 0', 'taken 50', 'planned 78', 'planned 106', 'planned 134'],
    ],
    [
      'a report of a step of another plan',
      [starting(), report(28, 75, 99), report(28, 75, null)],
      29,
      ['taken 0', 'due 30', 'planned 58', 'planned 86', 'planned 114'],
    ],
    [
      'a starting dose above the plan',
      [starting(120)],
      5,
      ['taken 0', 'planned 28', 'planned 56', 'planned 84', 'planned 112'],
    ],
    [
      'the last step',
      [starting(), report(40, 0, 5)],
      41,
      ['taken 0', 'passed 42', 'passed 56', 'passed 84', 'taken 40'],
    ],
  ])('%s', (_when, reports, today, expected) => {
    expect(written(reports, today)).toEqual(expected);
  });

  test('a plan as earlier servers have it, without reports and planned days', () => {
    const plan = PLAN.map(({ planned: _planned, ...row }) => row);
    expect(written(undefined, 28, plan)).toEqual(written([starting()], 28));
    expect(planSteps(plan, undefined, on(28))[1]).toMatchObject({ planned: on(28), plannedFrom: on(28) });
    const none = plan.map(({ current: _current, ...row }) => row);
    expect(written(undefined, 27, none).slice(0, 2)).toEqual(['due 28', 'planned 56']);
  });

  test('a plan is presented without what is known of it beside its rows', () => {
    expect(presentedPlan(PLAN, [starting()], on(28)).slice(0, 2)).toEqual([
      PLAN[0],
      { ...PLAN[1], date: on(29) },
    ]);
  });
});

describe('staying on the dose', () => {
  const stay = (day: number, until: number | null) =>
    report(day, 100, 1, { stay: { until: until === null ? null : on(until) } });

  test.each<[string, DoseReport[], number, string, ReturnType<typeof standsStill>]>([
    ['until a day', [stay(28, 40)], 30, 'planned 40', { why: 'stays', until: on(40) }],
    ['the day before', [stay(28, 40)], 39, 'planned 40', { why: 'stays', until: on(40) }],
    ['that day', [stay(28, 40)], 40, 'due 41', null],
    ['until a day before the planned one', [stay(5, 10)], 6, 'planned 28', { why: 'stays', until: on(10) }],
    ['until they say', [stay(28, null)], 30, 'waiting 31', { why: 'stays', until: null }],
    ['until they say, before its day', [stay(5, null)], 6, 'waiting 28', { why: 'stays', until: null }],
    [
      'said again without a day',
      [stay(28, 40), report(29, 100, 1)],
      30,
      'planned 40',
      { why: 'stays', until: on(40) },
    ],
    ['another dose since', [stay(28, 40), report(29, 90, 1, { kind: 'other' })], 30, 'due 31', null],
    [
      'until a day after until they say',
      [stay(28, null), stay(29, 40)],
      30,
      'planned 40',
      { why: 'stays', until: on(40) },
    ],
    ['the step since', [stay(28, 40), report(30, 75, 2)], 31, 'taken 30', null],
    ['the step since they waited', [stay(28, null), report(30, 75, 2)], 31, 'taken 30', null],
    ['back up', [report(28, 75, 2), report(31, 100, 1)], 32, 'waiting 33', { why: 'back' }],
    ['as planned', [], 27, 'planned 28', null],
  ])('%s', (_when, reports, today, next, still) => {
    const all = [starting(), ...reports];
    expect(written(all, today)[1]).toBe(next);
    expect(standsStill(PLAN, all, on(today))).toEqual(still);
  });

  test('moves the later steps with the next', () => {
    expect(written([starting(), stay(28, 40)], 30)).toEqual([
      ...['taken 0', 'planned 40', 'planned 68', 'planned 96', 'planned 124'],
    ]);
    const moved = [starting(), report(30, 75, 2), report(50, 75, 2, { stay: { until: on(70) } })];
    expect(written(moved, 51).slice(2)).toEqual(['planned 70', 'planned 98', 'planned 126']);
  });

  test('ends with the next step, also one of the same dose', () => {
    const plan = planOf(100, 50, 50, 0);
    const reports = [
      ...[starting(), report(28, 50, 2), report(50, 50, 2, { stay: { until: on(90) } })],
      report(60, 50, 3),
    ];
    expect(written(reports, 61, plan)).toEqual(['taken 0', 'taken 28', 'taken 60', 'planned 88']);
    expect(standsStill(plan, reports, on(61))).toBeNull();
  });

  test('on the last step moves nothing', () => {
    const all = [starting(), report(40, 0, 5), report(41, 0, 5, { stay: { until: on(60) } })];
    expect(written(all, 42).at(-1)).toBe('taken 40');
  });
});

describe('the next dose', () => {
  const back = [starting(), report(10, 75, 2), report(13, 100, 1)];
  test.each<[string, DoseReport[], number, object | undefined]>([
    ['planned', [starting()], 20, { day: on(28), status: 'planned' }],
    ['due, by the day it was planned for', [starting()], 40, { day: on(28), status: 'due' }],
    ['waiting, without a day', back, 14, { day: null, status: 'waiting' }],
    ['after one that was passed', [starting(), report(5, 50, 3)], 6, { day: on(33), status: 'planned' }],
    ['none', [starting(), report(40, 0, 5)], 41, undefined],
  ])('%s', (_when, reports, today, expected) => {
    const next = nextDose(PLAN, reports, on(today));
    expect(next && { day: next.day, status: next.status }).toEqual(expected);
    expect(next?.step.status).toBe((expected as { status?: string } | undefined)?.status);
  });

  test('the steps ahead have a day each, and none from one that waits on', () => {
    const daysOf = (reports: DoseReport[], today: number) => {
      const steps = planSteps(PLAN, reports, on(today));
      return [stepsAhead(steps).map(({ dose }) => dose), steps.map((step) => stepDay(steps, step))];
    };
    expect(daysOf([starting()], 30)).toEqual([
      [75, 50, 25, 0],
      [on(0), on(28), on(59), on(87), on(115)],
    ]);
    expect(daysOf(back, 14)).toEqual([[], [on(0), null, null, null, null]]);
    expect(daysOf([starting(), report(5, 50, 3)], 6)).toEqual([
      [25, 0],
      [on(0), on(28), on(5), on(33), on(61)],
    ]);
  });
});

describe('what a reported dose counts for', () => {
  const atThird = [starting(), report(5, 50, 3)];
  test.each<[string, DoseReport[] | undefined, [dose: number, step: number | null], object]>([
    ['the next step', [starting()], [75, 2], { step: 2, kind: 'step' }],
    ['the next step, not named', [starting()], [75, null], { step: 2, kind: 'step' }],
    ['the next step by its dose, where another is named', [starting()], [75, 3], { step: 2, kind: 'step' }],
    ['the dose in force', [starting()], [100, null], { step: 1, kind: 'step' }],
    ['a dose between', [starting()], [90, null], { step: 1, kind: 'other' }],
    ['above the plan', [starting()], [120, null], { step: 1, kind: 'other' }],
    ['a later step', [starting()], [50, null], { step: 3, kind: 'step' }],
    ['below one step and above the next', [starting()], [60, null], { step: 2, kind: 'other' }],
    ['the last step at once', [starting()], [0, null], { step: 5, kind: 'step' }],
    ['the step before', atThird, [75, null], { step: 2, kind: 'step' }],
    ['the first step', atThird, [100, null], { step: 1, kind: 'step' }],
    ['between two before', atThird, [80, null], { step: 1, kind: 'other' }],
    ['above all before', atThird, [120, null], { step: 1, kind: 'other' }],
    ['the same step', atThird, [50, null], { step: 3, kind: 'step' }],
    ['without reports', undefined, [75, 2], { step: 2, kind: 'step' }],
    [
      'instead of another of the same day',
      [starting(), report(40, 0, 5)],
      [90, null],
      { step: 1, kind: 'other' },
    ],
    [
      'where one is there of a later day',
      [starting(), report(50, 0, 5)],
      [75, null],
      { step: 2, kind: 'step' },
    ],
  ])('%s', (_what, reports, [dose, step], expected) => {
    expect(countsFor(PLAN, reports, { day: on(40), dose, step })).toEqual(expected);
  });

  test('of two steps with one dose, the later only where it is named', () => {
    const plan = planOf(100, 50, 50, 0);
    const atSecond = [starting(), report(28, 50, 2)];
    const count = (step: number | null, reports = atSecond) =>
      countsFor(plan, reports, { day: on(60), dose: 50, step }).step;
    expect([count(3), count(null), count(2)]).toEqual([3, 2, 2]);
    // The present step for the dose in force again.
    expect(count(null, [...atSecond, report(56, 50, 3)])).toBe(3);
    // A report of the same day, to the last step, is taken back.
    expect(count(null, [...atSecond, report(60, 0, 4)])).toBe(2);
  });

  test('a plan that goes up is never passed', () => {
    const plan = planOf(50, 75, 100);
    const count = (dose: number) => countsFor(plan, [starting(50)], { day: on(5), dose, step: null });
    expect([75, 60, 40, 100].map(count)).toEqual([
      { step: 2, kind: 'step' },
      ...Array(3).fill({ step: 1, kind: 'other' }),
    ]);
  });

  test('before the first step of a plan only that step counts', () => {
    const plan = PLAN.map(({ current: _current, ...row }) => row);
    const count = (dose: number) => countsFor(plan, [], { day: on(0), dose, step: null });
    expect([100, 120, 50].map(count)).toEqual([
      { step: 1, kind: 'step' },
      ...Array(2).fill({ step: null, kind: 'other' }),
    ]);
  });
});

test('a plan counts as left after leaving it or withdrawing', () => {
  expect(hasLeftPlan({ leftplan: true, consentAgree: true })).toBe(true);
  expect(hasLeftPlan({ leftplan: false, consentAgree: false })).toBe(true);
  expect(hasLeftPlan({ leftplan: false, consentAgree: true })).toBe(false);
  expect(hasLeftPlan({ leftplan: undefined, consentAgree: true })).toBe(false);
});

test('without the steps ahead, those taken and passed are left', () => {
  const left = (reports: DoseReport[]) => withoutStepsAhead(PLAN, reports, on(30)).map(({ dose }) => dose);
  expect(left([starting()])).toEqual([100]);
  expect(left([starting(), report(5, 50, 3)])).toEqual([100, 75, 50]);
});

test('a plan begins on the day of its first record, where that is later', () => {
  expect(startedPlan(PLAN, on(3))[1]).toMatchObject({ date: on(31), planned: on(31) });
  expect(startedPlan(PLAN, START)).toEqual(PLAN);
  expect(startedPlan([], START)).toEqual([]);
});
