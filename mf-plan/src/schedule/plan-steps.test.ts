import { expect, test } from '@jest/globals';
import { stepsFrom } from '../testing/plan-data.ts';
import { currentStepIndex, stepDays, stepLabel } from './plan-steps.ts';

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

test('a step is in force from its date until the day before the next, none before the first', () => {
  const steps = stepsFrom('2026-11-20', [50, 25, 0]);
  expect(currentStepIndex(steps, '2026-11-19')).toBe(-1);
  expect(currentStepIndex(steps, '2026-11-20')).toBe(0);
  expect(currentStepIndex(steps, '2026-12-17')).toBe(0);
  expect(currentStepIndex(steps, '2026-12-18')).toBe(1);
  expect(currentStepIndex(steps, '2027-06-01')).toBe(2);
});
