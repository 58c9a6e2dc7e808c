import { expect, test } from '@jest/globals';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { doseToday } from './dose-today.ts';

const TODAY = '2026-11-20';
const plan = [100, 50, 0].map((dose, index) => ({
  ...{ id: index + 1, dose, days: 28, note: '' },
  ...{ date: ['2026-11-20', '2026-12-18', '2027-01-15'][index] ?? '', current: index === 0 },
}));
const started = buildDoseReport({ day: TODAY, dose: 100, step: 1, kind: 'starting' });

test('the dose of a setup made today is no answer that can be changed', () => {
  expect(doseToday(plan, [started], TODAY)).toMatchObject({
    dose: 100,
    isAnswered: false,
    hasStepped: false,
  });
});

test('a dose reported today is an answer, and is changed from the dose of the day’s beginning', () => {
  const answered = buildDoseReport({ day: TODAY, dose: 50, step: 2 });
  expect(doseToday(plan, [started, answered], TODAY)).toMatchObject({
    ...{ dose: 50, isAnswered: true, first: TODAY },
    asked: { doses: [100] },
  });
});

test('no dose is known before the plan and before a report', () => {
  expect(doseToday([], [started], TODAY)).toBeNull();
  expect(doseToday(plan, [], TODAY)).toBeNull();
});

test('the dose to go back to is the last higher one, and none once it is taken again', () => {
  const from100 = buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' });
  const to50 = buildDoseReport({ day: '2026-11-05', dose: 50, step: 2 });
  const backTo100 = buildDoseReport({ day: '2026-11-10', dose: 100, step: null });
  expect(doseToday(plan, [from100, to50], TODAY)?.before).toBe(100);
  expect(doseToday(plan, [from100, to50, backTo100], TODAY)?.before).toBeUndefined();
  const to40 = buildDoseReport({ day: '2026-11-10', dose: 40, step: 2, kind: 'other' });
  expect(doseToday(plan, [from100, to50, to40], TODAY)?.before).toBe(50);
  const assumed = { ...to50, kind: 'assumed' as const, reportedBy: null };
  expect(doseToday(plan, [from100, assumed, to40], TODAY)?.before).toBe(100);
});

test('where the dose is only assumed, the last one known is asked for as well, each once', () => {
  const from100 = buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' });
  const assumed = (dose: number) =>
    buildDoseReport({ day: '2026-11-05', dose, step: 2, kind: 'assumed', reportedBy: null });
  const asked = (dose: number) => doseToday(plan, [from100, assumed(dose)], TODAY)?.asked;
  expect(asked(50)).toEqual({ doses: [100, 50], next: undefined });
  expect(asked(100)).toEqual({ doses: [100], next: undefined });
});

test('a dose lasts since it was first reported, however often it is confirmed', () => {
  const from100 = buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' });
  const confirmed = buildDoseReport({ day: '2026-11-15', dose: 100, step: 1 });
  expect(doseToday(plan, [from100, confirmed], TODAY)).toMatchObject({
    since: '2026-11-01',
    first: '2026-11-15',
  });
});
