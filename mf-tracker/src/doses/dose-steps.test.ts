import { expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import fc from 'fast-check';
import { dayOfDoseStep, doseDay, doseStepOn, doseStepsOf } from './dose-steps.ts';

const step = (id: number, date: string, dose: number, days: number) => ({ id, date, dose, days, note: '' });
const plan = [
  step(3, '2026-12-07', 50, 28),
  step(1, '2026-10-12', 100, 28),
  step(2, '2026-11-09', 75, 28),
  step(4, '2027-01-04', 0, 0),
];

test('the twelfth of twenty-eight days, with the next step in sixteen', () => {
  const today = doseDay(doseStepsOf(plan), '2026-11-20');
  expect(today).toMatchObject({ day: 12, daysToNext: 17, doseStep: { dose: 75 }, next: { dose: 50 } });
  expect(dayOfDoseStep(today)).toBe('Day 12 of 28');
});

test('the day of a step has the new dose, the day before the old one', () => {
  const doseSteps = doseStepsOf(plan);
  expect(doseStepOn(doseSteps, '2026-12-06')?.dose).toBe(75);
  expect(doseStepOn(doseSteps, '2026-12-07')?.dose).toBe(50);
});

test('before the plan there is no dose, after its last step none is invented', () => {
  const doseSteps = doseStepsOf(plan);
  expect(doseDay(doseSteps, '2026-10-11')).toMatchObject({
    doseStep: undefined,
    next: { dose: 100 },
    daysToNext: 1,
  });
  const last = doseDay(doseSteps, '2027-02-01');
  expect(last).toMatchObject({ doseStep: { dose: 0 }, day: 29, next: undefined });
  expect(dayOfDoseStep(last)).toBe('Day 29');
});

test('steps taken before the plan was changed come first, and last until the next begins', () => {
  const past = [
    { date: '2026-09-01', dose: 150, schedule: 12 },
    { date: '2026-09-15', dose: 125, schedule: 12 },
  ];
  const doseSteps = doseStepsOf(plan, past);
  expect(doseSteps.map(({ date, dose, days }) => [date, dose, days])).toEqual([
    ['2026-09-01', 150, 14],
    ['2026-09-15', 125, 27],
    ['2026-10-12', 100, 28],
    ['2026-11-09', 75, 28],
    ['2026-12-07', 50, 28],
    ['2027-01-04', 0, 0],
  ]);
  // While a changed plan is on its way no dose of the former one stands for today's.
  expect(doseStepsOf([], past)).toEqual([]);
});

test('every day from the first step on belongs to exactly the step that began last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap: fc.integer({ min: 1, max: 40 }), dose: fc.integer({ min: 0, max: 300 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 0, max: 600 }),
      (rows, offset) => {
        let date = '2026-03-01';
        const laid = rows.map(({ gap, dose }, id) => {
          const at = date;
          date = addDays(date, gap);
          return step(id, at, dose, gap);
        });
        const doseSteps = doseStepsOf(laid.toReversed());
        const day = addDays('2026-03-01', offset);
        const holding = doseSteps.filter(
          (doseStep) => doseStep.date <= day && (doseStep.until === null || day < doseStep.until),
        );
        expect(holding).toEqual([doseStepOn(doseSteps, day)]);
      },
    ),
  );
});
