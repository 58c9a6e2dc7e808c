import { describe, expect, test } from '@jest/globals';
import { fc } from '@stepwise/tooling/testing/properties';
import { addDays, daysBetween } from '../dates/plain-date.ts';
import type { DoseReport, Prescription } from '../entities/plan.ts';
import { doseHistory, doseInForce } from './dose-reports.ts';
import { countsFor, planSteps, presentedPlan, startedPlan } from './plan-steps.ts';

const START = '2026-03-10';

/** A plan of steps of the given numbers of days from START; its first dose is in force when it is saved. */
const planFrom = (doses: readonly number[], days: number): Prescription[] =>
  doses.map((dose, index) => ({
    id: index + 1,
    date: addDays(START, index * days),
    planned: addDays(START, index * days),
    dose,
    note: '',
    days: index < doses.length - 1 ? days : 0,
    current: index === 0,
  }));

const starting = (dose: number): DoseReport => ({
  day: START,
  dose,
  step: 1,
  kind: 'starting',
  reportedAt: `${START}T00:00:00.000Z`,
  reportedBy: 'participant',
  schedule: 17,
});

/** Reports as the server adds them. */
function report(
  plan: readonly Prescription[],
  reports: readonly DoseReport[],
  given: { day: string; dose: number },
): DoseReport[] {
  const counts = countsFor(plan, reports, { ...given, step: null });
  const reportedAt = `${given.day}T12:00:00.${String(reports.length).padStart(3, '0')}Z`;
  return [...reports, { ...given, ...counts, reportedAt, reportedBy: 'participant', schedule: 17 }];
}

/** On which day (from START) a person reports which dose. */
type Script = readonly (readonly [day: number, dose: number])[];

/**
 * Written from the words, for a plan that only goes down and in which each report is the next step, the dose
 * before, or nothing: the dose in force and the day of the next step, by counting.
 */
function calculate(doses: readonly number[], days: number, script: Script, day: number) {
  let [step, since, inForce, waits] = [0, 0, doses[0] ?? 0, false];
  for (const [at, dose] of script) {
    if (at > day) break;
    if (dose === doses[step + 1]) [step, since, waits] = [step + 1, at, false];
    else if (dose === doses[step - 1]) [step, waits] = [step - 1, true];
    inForce = dose;
  }
  const planned = since + days;
  return { inForce, next: doses[step + 1], on: waits || planned <= day ? day + 1 : planned };
}

const VENLAFAXINE = [300, 262.5, 225, 187.5, 150, 112.5, 75, 37, 20, 12, 7, 5, 3, 1.5, 0];
const LIQUID = [20, 10, 5, 3, 2, 1, 0.5, 0];

describe.each<[string, number[], number, Script]>([
  [
    'fourteen steps, some late, some early',
    VENLAFAXINE,
    28,
    VENLAFAXINE.slice(1).map((dose, index) => [(index + 1) * 28 + (index % 3) * 2 + index, dose] as const),
  ],
  [
    'liquid steps with a return',
    LIQUID,
    14,
    [
      [14, 10],
      [30, 5],
      [33, 10],
      [40, 10],
      [60, 5],
      [74, 3],
      [95, 2],
      [109, 1],
      [123, 0.5],
      [140, 0],
    ],
  ],
  ['no answer at all', VENLAFAXINE, 28, []],
])('%s', (_name, doses, days, script) => {
  const plan = planFrom(doses, days);
  const reportsBy = (day: number): DoseReport[] =>
    script
      .filter(([at]) => at <= day)
      .reduce(
        (reports: DoseReport[], [at, dose]) => report(plan, reports, { day: addDays(START, at), dose }),
        [starting(doses[0] ?? 0)],
      );

  test('every day agrees with the calculator, and shows nothing as taken that was not reported', () => {
    for (let day = 0; day <= doses.length * (days + 6); day += 1) {
      const today = addDays(START, day);
      const reports = reportsBy(day);
      const expected = calculate(doses, days, script, day);
      expect({ day, inForce: doseInForce(reports, today) }).toEqual({ day, inForce: expected.inForce });
      const steps = planSteps(plan, reports, today);
      const next = steps.find(({ status }) => status !== 'taken');
      expect({ day, dose: next?.dose, date: next?.date }).toEqual({
        day,
        dose: expected.next,
        date: expected.next === undefined ? undefined : addDays(START, expected.on),
      });
      const reported = new Set(reports.map((each) => each.dose));
      for (const { dose, date } of presentedPlan(plan, reports, today))
        if (date <= today) expect(reported).toContain(dose);
    }
  });
});

test('a plan that the team changes midway goes on from the dose in force', () => {
  const before = report(planFrom([100, 50, 0], 28), [starting(100)], { day: addDays(START, 30), dose: 50 });
  // The earlier plan's steps are gone; the reports stay.
  const kept = before.map((each) => ({ ...each, step: null }));
  const changed: Prescription[] = [
    {
      id: 11,
      date: addDays(START, 40),
      planned: addDays(START, 40),
      dose: 50,
      note: '',
      days: 14,
      current: true,
    },
    { id: 12, date: addDays(START, 54), planned: addDays(START, 54), dose: 25, note: '', days: 14 },
    { id: 13, date: addDays(START, 68), planned: addDays(START, 68), dose: 0, note: '', days: 0 },
  ];
  for (let day = 40; day < 80; day += 1) {
    const today = addDays(START, day);
    expect(doseInForce(kept, today)).toBe(50);
    const next = planSteps(changed, kept, today).find(({ status }) => status !== 'taken');
    expect([next?.dose, next?.date]).toEqual([25, addDays(START, day < 54 ? 54 : day + 1)]);
  }
});

test('an answer changed on its day counts from where the day began', () => {
  const plan = planFrom([50, 75, 50], 28);
  const day = addDays(START, 28);
  const up = report(plan, [starting(50)], { day, dose: 75 });
  expect(countsFor(plan, up, { day, dose: 50, step: null })).toEqual({ step: 1, kind: 'step' });
});

test('a first record on a later day moves every date; one on an earlier day none', () => {
  const plan = planFrom([100, 50, 0], 28);
  expect(startedPlan(plan, addDays(START, 4)).map(({ date }) => daysBetween(START, date))).toEqual([
    4, 32, 60,
  ]);
  expect(startedPlan(plan, addDays(START, -2))).toEqual(plan);
});

test('an assumed dose is no dose, and an answer above it makes no step wait', () => {
  const plan = planFrom([100, 50, 0], 28);
  const assumed: DoseReport = {
    ...starting(50),
    day: addDays(START, 28),
    step: 2,
    kind: 'assumed',
    reportedBy: null,
  };
  const today = addDays(START, 35);
  expect(doseInForce([starting(100), assumed], today)).toBeNull();
  const answered = report(plan, [starting(100), assumed], { day: today, dose: 100 });
  expect(doseInForce(answered, today)).toBe(100);
  expect(planSteps(plan, answered, today)[1]).toMatchObject({ dose: 50, status: 'due' });
  expect(doseHistory(answered).map(({ dose, kind }) => [dose, kind])).toEqual([
    [100, 'starting'],
    [50, 'assumed'],
    [100, 'step'],
  ]);
});

test('whatever is reported on whichever days, the dose in force is the last reported and no other step has come', () => {
  const anyReports = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 40 }),
      dose: fc.constantFrom(0, 20, 25, 40, 50, 75, 100, 120),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(anyReports, fc.integer({ min: 0, max: 60 }), (given, later) => {
      const plan = planFrom([100, 75, 50, 25, 0], 28);
      let reports = [starting(100)];
      let day = START;
      for (const { gap, dose } of given) {
        day = addDays(day, gap);
        reports = report(plan, reports, { day, dose });
      }
      const today = addDays(day, later);
      expect(doseInForce(reports, today)).toBe(given.at(-1)?.dose ?? 100);
      const steps = planSteps(plan, reports, today);
      for (const { status, date, dose, current } of steps) {
        // The starting dose was taken before the plan, whatever its first day brings.
        if (current) continue;
        if (status === 'taken') expect(doseInForce(reports, date)).toBe(dose);
        else expect(date > today).toBe(true);
      }
      const ahead = steps.filter(({ status }) => status !== 'taken' && status !== 'passed');
      ahead.slice(1).forEach((step, index) => {
        const before = ahead[index];
        expect(before && daysBetween(before.date, step.date)).toBe(before?.days);
      });
      // What is presented can be presented again.
      expect(presentedPlan(presentedPlan(plan, reports, today), reports, today)).toEqual(
        presentedPlan(plan, reports, today),
      );
    }),
    { numRuns: 300 },
  );
});
