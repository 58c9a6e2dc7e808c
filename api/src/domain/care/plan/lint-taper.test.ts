import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { loadContent } from '../../core/content/load-content.ts';
import { generateSchedule } from './generate-schedule.ts';
import { canMake, findReasonNeeded, lintTaper, type TaperRow } from './lint-taper.ts';

const {
  medicines,
  schedules,
  taperLimits: limits,
} = loadContent(join(import.meta.dirname, '../../../../content'));

function medicineNamed(name: string) {
  const medicine = medicines.find((each) => each.name === name);
  if (!medicine) throw new Error(`no medicine ${name}`);
  return medicine;
}

const TODAY = '2026-11-20';

/** Rows of these doses, four weeks each, the last without days. */
function plan(...doses: number[]): TaperRow[] {
  return doses.map((dose, index) => ({
    dose,
    date: addDays(TODAY, index * 28),
    days: index < doses.length - 1 ? 28 : 0,
  }));
}

const codes = (name: string, rows: TaperRow[]) =>
  lintTaper(rows, { medicine: medicineNamed(name), limits, today: TODAY }).map(
    ({ row, code }) => `${row} ${code}`,
  );

test('a plain taper has no findings', () => {
  expect(codes('Sertraline', plan(100, 50, 25, 0))).toEqual([]);
  expect(codes('Venlafaxine', plan(300, 225, 150, 75, 37, 0))).toEqual([]);
});

test('a plan that starts more than 28 days from today is found, and one that runs is not', () => {
  const startingIn = (days: number) =>
    plan(100, 50, 25, 0).map((row) => ({ ...row, date: addDays(row.date, days) }));
  expect(codes('Sertraline', startingIn(28))).toEqual([]);
  expect(codes('Sertraline', startingIn(-400))).toEqual([]);
  expect(codes('Sertraline', startingIn(29))).toEqual(['0 late-start']);
  const [finding] = lintTaper(startingIn(29), {
    medicine: medicineNamed('Sertraline'),
    limits,
    today: TODAY,
  });
  expect(finding?.message).toBe('The plan starts on 19/12/2026, more than 28 days from today.');
});

test('an increase is found, an unchanged dose is not', () => {
  expect(codes('Sertraline', plan(50, 100, 100, 50, 0))).toContain('1 increase');
  expect(codes('Sertraline', plan(100, 100, 50, 25, 0))).toEqual([]);
});

test('rows need a reason for an increase from today on, and none for one before', () => {
  const increaseIn = (days: number) =>
    findReasonNeeded(
      plan(50, 100).map((row) => ({ ...row, date: addDays(row.date, days - 28) })),
      { medicine: medicineNamed('Sertraline'), doseNow: 50, today: TODAY },
    ).map(({ row, code }) => `${row} ${code}`);
  expect(increaseIn(-1)).toEqual([]);
  expect(increaseIn(0)).toEqual(['1 increase']);
});

test('a late start needs one reason, and each row above the one before it another, by the real dose', () => {
  const from = addDays(TODAY, 29);
  const rows = plan(37, 37, 75, 37).map((row) => ({ ...row, date: addDays(row.date, 29) }));
  const needs = (doseNow: number | null) =>
    findReasonNeeded(rows, { medicine: medicineNamed('Venlafaxine'), doseNow, today: TODAY });
  const late = {
    row: 0,
    code: 'late-start',
    message: `The plan starts on ${formatDate(from)}, more than 28 days from today.`,
  };
  const up = { row: 2, code: 'increase', message: 'The dose goes up from 37.5 mg to 75 mg.' };
  for (const doseNow of [37, null]) expect(needs(doseNow)).toEqual([late, up]);
  expect(needs(0)).toEqual([
    late,
    { row: 0, code: 'increase', message: 'The dose goes up from 0 mg to 37.5 mg.' },
    up,
  ]);
});

test('a gap and an overlap of dates are found and named with both dates', () => {
  const rows = plan(100, 50, 25, 0);
  const shifted = (days: number) =>
    rows.map((row, index) => (index === 1 ? { ...row, date: addDays(row.date, days) } : row));
  expect(codes('Sertraline', shifted(1))).toEqual(['1 gap', '2 overlap']);
  expect(codes('Sertraline', shifted(-1))).toEqual(['1 overlap', '2 gap']);
  const [finding] = lintTaper(shifted(1), { medicine: medicineNamed('Sertraline'), limits, today: TODAY });
  expect(finding?.message).toMatch(/18\/12\/2026.*19\/12\/2026/);
});

test('a step of no days is found unless it is the last', () => {
  const rows = plan(100, 50, 25, 0).map((row, index) => (index === 2 ? { ...row, days: 0 } : row));
  expect(codes('Sertraline', rows)).toContain('2 zero-days');
  expect(codes('Sertraline', plan(100, 50, 25, 0))).not.toContain('3 zero-days');
});

test('a drop of more than the threshold is found, one of just the threshold is not', () => {
  const sertraline = { medicine: medicineNamed('Sertraline'), limits, today: TODAY };
  expect(lintTaper(plan(200, 50, 25, 0), sertraline)).toEqual([
    { row: 1, code: 'large-drop', message: 'From 200 mg to 50 mg is a large drop, 75% of the dose.' },
  ]);
  expect(codes('Sertraline', plan(200, 100, 50, 25, 0))).toEqual([]);
  expect(codes('Sertraline', plan(100, 0))).toEqual(['1 large-drop']);
});

test('a drop of at most half of the usual starting dose is never large', () => {
  expect(codes('Sertraline', plan(25, 0))).toEqual([]);
  expect(codes('Sertraline', plan(50, 0))).toEqual(['1 large-drop']);
});

test('the thresholds come from content', () => {
  const medicine = medicineNamed('Sertraline');
  const strict = { maxDropFraction: 0.2, smallDropOfUsualStart: 0 };
  const found = lintTaper(plan(200, 150, 0), { medicine, limits: strict, today: TODAY });
  expect(found.map(({ row, code }) => `${row} ${code}`)).toEqual(['1 large-drop', '2 large-drop']);
});

test("venlafaxine's 37 is judged as 37.5 mg", () => {
  const medicine = medicineNamed('Venlafaxine');
  // From 75 to 37.5 mg is exactly half; from 75 to 37 mg would be more.
  const halving = { maxDropFraction: 0.5, smallDropOfUsualStart: 0 };
  expect(lintTaper(plan(75, 37), { medicine, limits: halving, today: TODAY })).toEqual([]);
});

test('a dose the forms cannot make is found', () => {
  expect(codes('Venlafaxine', plan(75, 50, 37, 0))).toEqual(['1 unmakeable-dose']);
  expect(codes('Sertraline', plan(75, 50, 25, 0))).toEqual([]);
  expect(codes('Desvenlafaxine', plan(50, 25, 0))).toEqual(['1 unmakeable-dose']);
  expect(codes('Duloxetine', plan(90, 60, 45, 30))).toEqual(['2 unmakeable-dose']);
  expect(codes('Fluoxetine', plan(20, 10, 0))).toEqual([]);
  expect(codes('Sertraline', plan(50, 33.333, 25, 0))).toEqual(['1 unmakeable-dose']);
  const [finding] = lintTaper(plan(50, 40), { medicine: medicineNamed('Sertraline'), limits, today: TODAY });
  expect(finding?.message).toBe(
    '40 mg cannot be made from the usual forms: 50 mg tablet (or half of it); 100 mg tablet (or half of it). It needs a liquid or a specially made form.',
  );
});

test('a dose above the highest daily dose is found, however large', () => {
  expect(codes('Sertraline', plan(400, 200))).toEqual(['0 above-maximum']);
  expect(codes('Sertraline', plan(1e12, 200))).toContain('0 above-maximum');
});

test('rows out of order are findings, not failures', () => {
  const rows = plan(100, 50, 25, 0).toReversed();
  expect(codes('Sertraline', rows)).toEqual(
    expect.arrayContaining(['1 overlap', '1 increase', '0 zero-days']),
  );
  expect(lintTaper([], { medicine: medicineNamed('Sertraline'), limits, today: TODAY })).toEqual([]);
});

test('no schedule of the content has a fault of dates or direction', () => {
  for (const schedule of schedules) {
    const medicine = medicines.find(({ id }) => id === schedule.medication);
    if (!medicine) throw new Error(`no medicine ${schedule.medication}`);
    const startDose = schedule.steps[0]?.dose ?? 0;
    const rows = generateSchedule({ schedule, startDose, startDate: '2026-11-20' });
    const found = new Set(lintTaper(rows, { medicine, limits, today: TODAY }).map(({ code }) => code));
    for (const code of ['increase', 'gap', 'overlap', 'zero-days', 'above-maximum'] as const) {
      expect([schedule.id, code, found.has(code)]).toEqual([schedule.id, code, false]);
    }
  }
});

test('a dose in hundredths of a milligram is made of forms of that much', () => {
  const form = { id: 1, text: '8.2 mg', mg: 8.2, halves: true, everySecondDay: false };
  for (const mg of [8.2, 4.1, 12.3]) expect([mg, canMake(mg, [form])]).toEqual([mg, true]);
  expect(canMake(8.3, [form])).toBe(false);
});
