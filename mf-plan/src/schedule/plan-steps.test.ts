import { describe, expect, test } from '@jest/globals';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { stepsFrom } from '../testing/plan-data.ts';
import { planList, stepDays, stepLabel, stepsWithDay, timesText } from './plan-steps.ts';

const labels = (doses: number[]) => {
  const steps = stepsFrom('2026-11-20', doses);
  return steps.map((_, index) => stepLabel(steps, index));
};

test('labels the first, the middle and the last step as the specification words them', () => {
  expect(labels([200, 150, 100, 0])).toEqual(['Current dose', 'Reduce to', 'Reduce to', '']);
  expect(labels([25, 0])).toEqual(['Current dose', '']);
  expect(labels([25])).toEqual(['Current dose']);
});

test('never calls a step that does not go down a reduction', () => {
  expect(labels([100, 150, 150, 100, 0])).toEqual([
    'Current dose',
    'Increase to',
    'Stay on',
    'Reduce to',
    '',
  ]);
});

test('every step but the last lasts a number of days', () => {
  const steps = stepsFrom('2026-11-20', [50, 25, 0]).map((step, index) =>
    index === 1 ? { ...step, days: 1 } : step,
  );
  expect(steps.map((_, index) => stepDays(steps, index))).toEqual(['for 28 days', 'for 1 day', '']);
});

test('a step that ends on the day it begins, and one that is not there, have no number of days', () => {
  const steps = stepsFrom('2026-11-20', [50, 25]).map((step) => ({ ...step, days: 0 }));
  expect([stepDays(steps, 0), stepDays(steps, 7), stepLabel(steps, 7)]).toEqual(['', '', '']);
});

test('a dose that is taken twice a day comes in two parts', () => {
  expect([timesText(1), timesText(2)]).toEqual(['once a day', 'in two parts each day']);
});

describe('the prescriptions list', () => {
  const steps = stepsFrom('2026-11-20', [100, 50, 25, 0]);
  const starting = buildDoseReport({ day: '2026-11-20', dose: 100, step: 1, kind: 'starting' });
  const taken = buildDoseReport({ day: '2026-12-20', dose: 50, step: 2 });
  const list = (reports: DoseReport[]) => {
    const { done, ahead, hasCurrent } = planList(steps, reports, '2026-12-25');
    const doses = (rows: typeof ahead) => rows.map(({ dose }) => dose);
    return { done: doses(done), ahead: doses(ahead), hasCurrent };
  };

  test('has the step in force first and those done apart', () => {
    expect(list([starting, taken])).toEqual({ done: [100], ahead: [50, 25, 0], hasCurrent: true });
  });

  test('leaves a step that is due and not reported among those planned', () => {
    expect(list([starting])).toEqual({ done: [], ahead: [100, 50, 25, 0], hasCurrent: true });
  });

  test('has another dose first while it is in force', () => {
    const other = buildDoseReport({ day: '2026-12-22', dose: 40, step: 2, kind: 'other' });
    expect(list([starting, taken, other])).toEqual({ done: [100, 50], ahead: [40, 25, 0], hasCurrent: true });
  });

  test('names no dose that is only assumed', () => {
    const assumed = { ...taken, kind: 'assumed' as const, reportedBy: null };
    expect(list([starting, assumed])).toEqual({ done: [100], ahead: [25, 0], hasCurrent: false });
  });

  test('has the day since when a dose is taken again, and none for a step that waits or comes after it', () => {
    const days = (reports: DoseReport[], today: string) => {
      const { ahead } = planList(steps, reports, today);
      return ahead.map((step) => stepDay(ahead, step));
    };
    const back = buildDoseReport({ day: '2026-12-22', dose: 100, step: 1 });
    expect(days([starting, taken, back], '2026-12-25')).toEqual(['2026-12-22', null, null, null]);
    expect(days([starting, taken], '2026-12-25')[0]).toBe('2026-12-20');
    // The first record moved the plan.
    expect(days([{ ...starting, day: '2026-11-15' }], '2026-11-21')[0]).toBe('2026-11-20');
    expect(days([starting], '2026-12-20')).toEqual(['2026-11-20', '2026-12-18', '2027-01-18', '2027-02-15']);
  });

  test('is drawn without a step that waits, and those after it', () => {
    const drawn = (reports: DoseReport[]) =>
      stepsWithDay(steps, reports, '2026-12-25').map(({ dose }) => dose);
    const back = buildDoseReport({ day: '2026-12-22', dose: 100, step: 1 });
    expect(drawn([starting, taken, back])).toEqual([100]);
    expect(drawn([starting, taken])).toEqual([100, 50, 25, 0]);
    const passing = buildDoseReport({ day: '2026-12-22', dose: 25, step: 3 });
    expect(drawn([starting, passing])).toEqual([100, 25, 0]);
  });
});
