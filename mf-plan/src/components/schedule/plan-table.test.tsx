import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { buildDoseReport, buildVenlafaxineSchedule } from '@stepwise/tooling/testing/entity-builders';
import { render, screen, within } from '@testing-library/react';
import { stepsFrom } from '../../testing/plan-data.ts';
import { PlanTable } from './plan-table.tsx';

const STARTED = buildDoseReport({ day: '2026-10-01', dose: 200, step: 1, kind: 'starting' });
const REDUCED = buildDoseReport({ day: '2026-10-29', dose: 150, step: 2 });

/** Four steps of 28 days from 1 October 2026. */
const STEPS = stepsFrom('2026-10-01', [200, 150, 100, 0]);

function show(reports: readonly DoseReport[] | undefined, today: string, steps = STEPS) {
  const schedule = buildVenlafaxineSchedule();
  render(
    <PlanTable
      plan={{
        ...{ schedule: schedule.id, schedules: [schedule], name: schedule.text, description: '' },
        ...{ steps, reports, timesperday: 1, today, hold: null },
      }}
    />,
  );
  const rowsOf = (name: RegExp) =>
    within(screen.getByRole('table', { name, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .slice(1);
  return {
    words: (name: RegExp) => rowsOf(name).map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim()),
    marked: () => rowsOf(/step by step/).map((row) => row.parentElement?.dataset.today),
  };
}

test('before the plan has begun, its steps have labels and days, and none is today’s', () => {
  const { words, marked } = show([STARTED], '2026-09-20');
  expect(words(/step by step/)).toEqual([
    'Current dose from 01/10/2026 200 mg for 28 days',
    'Reduce to from 29/10/2026 150 mg for 28 days',
    'Reduce to from 26/11/2026 100 mg for 28 days',
    'from 24/12/2026 0 mg',
  ]);
  expect(marked()).toEqual(['false', 'false', 'false', 'false']);
});

test('while it runs, the step in force is marked as today’s, and the others as planned', () => {
  const { words, marked } = show([STARTED, REDUCED], '2026-11-02');
  expect(words(/step by step/)).toEqual([
    'Current dose from 29/10/2026 Your step today150 mg for 28 days',
    'Reduce to from 26/11/2026 100 mg for 28 days Planned',
    'from 24/12/2026 0 mg Planned',
  ]);
  expect(words(/Steps done/)).toEqual(['from 01/10/2026 200 mg']);
  expect(marked()).toEqual(['true', 'false', 'false']);
});

test('a step that is due is marked as planned until it was taken', () => {
  const { words, marked } = show([STARTED], '2026-11-02');
  expect(words(/step by step/)).toEqual([
    'Current dose from 01/10/2026 200 mg for 28 days',
    'Reduce to from 29/10/2026 150 mg for 28 days Planned',
    'Reduce to from 01/12/2026 100 mg for 28 days',
    'from 29/12/2026 0 mg',
  ]);
  expect(marked()).toEqual(['true', 'false', 'false', 'false']);
});

test('steps done have the day they were taken and no number of days', () => {
  const last = buildDoseReport({ day: '2026-11-28', dose: 100, step: 3 });
  const { words } = show([STARTED, REDUCED, last], '2026-11-30');
  expect(words(/Steps done/)).toEqual(['from 01/10/2026 200 mg', 'from 29/10/2026 150 mg']);
});

test('where the dose taken is not known, no step is named as in force or as today’s', () => {
  const { words, marked } = show([STARTED, { ...REDUCED, kind: 'assumed', reportedBy: null }], '2026-11-02');
  expect(screen.getByText('We do not know which dose you take now. Home asks you.')).toBeVisible();
  expect(words(/step by step/)).toEqual([
    'Reduce to from 26/11/2026 100 mg for 28 days Planned',
    'from 24/12/2026 0 mg Planned',
  ]);
  expect(marked()).toEqual(['false', 'false']);
});

test('a step that waits has no day, nor have those after it', () => {
  const back = buildDoseReport({ day: '2026-11-01', dose: 200, step: 1 });
  const { words } = show([STARTED, REDUCED, back], '2026-11-02');
  expect(screen.queryByText(/We do not know which dose/)).toBeNull();
  expect(words(/step by step/)).toEqual([
    'Current dose from 01/11/2026 200 mg for 28 days',
    'Reduce to waits for a new day 150 mg for 28 days Planned',
    'Reduce to no day yet 100 mg for 28 days',
    'no day yet 0 mg',
  ]);
});

test('another dose stands first, since the day it was taken, and each step has its own note', () => {
  const noted = STEPS.map((step) => ({ ...step, note: `Note of ${step.dose} mg.` }));
  const other = buildDoseReport({ day: '2026-11-01', dose: 120, step: 2, kind: 'other' });
  const { words } = show([STARTED, REDUCED, other], '2026-11-02', noted);
  expect(words(/step by step/)).toEqual([
    'Current dose from 01/11/2026 Your step today120 mg',
    'Reduce to from 26/11/2026 100 mg for 28 days Planned',
    'Note of 100 mg.',
    'from 24/12/2026 0 mg Planned',
    'Note of 0 mg.',
  ]);
  expect(words(/Steps done/)).toEqual([
    'from 01/10/2026 200 mg',
    'Note of 200 mg.',
    'from 29/10/2026 150 mg',
    'Note of 150 mg.',
  ]);
});

test('a plan from a server that knows no reports is shown whole, with its first step in force', () => {
  const { words } = show(undefined, '2026-10-02');
  expect(words(/step by step/)).toEqual([
    'Current dose from 01/10/2026 200 mg for 28 days',
    'Reduce to from 29/10/2026 150 mg for 28 days',
    'Reduce to from 26/11/2026 100 mg for 28 days',
    'from 24/12/2026 0 mg',
  ]);
});
