import { describe, expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { fc } from '@stepwise/tooling/testing/properties';
import { takenSteps } from '../testing/taken-steps.ts';
import { dayOfDoseStep, doseDay, doseStepOn, doseStepsOf, lastPlannedDay } from './dose-steps.ts';
import { doseWordsFor } from './dose-words.ts';

const step = (id: number, date: string, dose: number, days: number) => ({ id, date, dose, days, note: '' });
const plan = [
  step(3, '2026-12-07', 50, 28),
  step(1, '2026-10-12', 100, 28),
  step(2, '2026-11-09', 75, 28),
  step(4, '2027-01-04', 0, 0),
];

test('a day of a step is counted from the first, of as many as the step has', () => {
  const today = doseDay(takenSteps(plan), '2026-11-20');
  expect(today).toMatchObject({ day: 12, doseStep: { dose: 75 } });
  expect(dayOfDoseStep(today)).toBe('Day 12 of 28');
  expect(dayOfDoseStep(doseDay(takenSteps(plan), '2026-12-06'))).toBe('Day 28 of 28');
});

test('the day of a step has the new dose, the day before the old one', () => {
  const doseSteps = takenSteps(plan);
  expect(doseStepOn(doseSteps, '2026-12-06')?.dose).toBe(75);
  expect(doseStepOn(doseSteps, '2026-12-07')?.dose).toBe(50);
});

test('before the plan there is no dose, after its last step none is invented', () => {
  const doseSteps = takenSteps(plan);
  expect(doseDay(doseSteps, '2026-10-11').doseStep).toBeUndefined();
  const last = doseDay(doseSteps, '2027-02-01');
  expect(last).toMatchObject({ doseStep: { dose: 0 }, day: 29 });
  expect(dayOfDoseStep(last)).toBe('Day 29');
});

describe('the steps of a day', () => {
  const rows = [
    { ...step(1, '2026-11-01', 100, 28), current: true },
    step(2, '2026-11-29', 50, 28),
    step(3, '2026-12-27', 0, 0),
  ];
  const starting = buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' });
  const shape = (reports: DoseReport[], today: string) =>
    doseStepsOf(rows, reports, today).map(({ date, dose, days }) => [date, dose, days]);

  test('are those reported, then those planned', () => {
    const taken = buildDoseReport({ day: '2026-11-30', dose: 50, step: 2 });
    expect(shape([starting, taken], '2026-12-01')).toEqual([
      ['2026-11-01', 100, 29],
      ['2026-11-30', 50, 28],
      ['2026-12-28', 0, 0],
    ]);
  });

  test('leave the dose in force where a step is due and not reported', () => {
    expect(shape([starting], '2026-12-02')).toEqual([
      ['2026-11-01', 100, 0],
      ['2026-12-03', 50, 28],
      ['2026-12-31', 0, 0],
    ]);
    const due = doseDay(doseStepsOf(rows, [starting], '2026-12-02'), '2026-12-02');
    expect(due.doseStep?.dose).toBe(100);
    expect(dayOfDoseStep(due)).toBe('Day 32');
  });

  test('do not say a dose that is only assumed', () => {
    const assumed = buildDoseReport({
      day: '2026-11-29',
      dose: 50,
      step: 2,
      kind: 'assumed',
      reportedBy: null,
    });
    const words = doseWordsFor({ schedule: 11, timesperday: 1, schedules: [] });
    const { doseStep } = doseDay(doseStepsOf(rows, [starting, assumed], '2026-12-02'), '2026-12-02');
    expect(doseStep && words.amount(doseStep)).toBe('? mg');
  });

  test('have the note of the step whose dose was reported, and none for another dose', () => {
    const noted = rows.map((row) => ({ ...row, note: `Note of ${row.dose} mg` }));
    const other = buildDoseReport({ day: '2026-11-30', dose: 60, step: 1, kind: 'other' });
    const taken = buildDoseReport({ day: '2026-12-01', dose: 50, step: 2 });
    const notes = (reports: DoseReport[]) =>
      doseStepsOf(noted, reports, '2026-12-02').map(({ dose, note }) => [dose, note]);
    expect(notes([starting, other]).slice(0, 2)).toEqual([
      [100, 'Note of 100 mg'],
      [60, ''],
    ]);
    expect(notes([starting, taken]).slice(1)).toEqual([
      [50, 'Note of 50 mg'],
      [0, 'Note of 0 mg'],
    ]);
  });

  test('are drawn to two weeks into the last one', () => {
    expect(lastPlannedDay(doseStepsOf(rows, [starting], '2026-11-10'))).toBe('2027-01-10');
    expect(lastPlannedDay([])).toBeUndefined();
  });

  test('are none while the plan has no dates', () => {
    expect(doseStepsOf([], [starting], '2026-12-02')).toEqual([]);
  });
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
        const steps = rows.map(({ gap, dose }, id) => {
          const at = date;
          date = addDays(date, gap);
          return step(id, at, dose, gap);
        });
        const doseSteps = takenSteps(steps.toReversed());
        const day = addDays('2026-03-01', offset);
        const covering = doseSteps.filter(
          (doseStep) => doseStep.date <= day && (doseStep.until === null || day < doseStep.until),
        );
        expect(covering).toEqual([doseStepOn(doseSteps, day)]);
      },
    ),
  );
});
