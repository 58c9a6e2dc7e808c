import { expect, test } from '@jest/globals';
import type { DoseReport, PastPrescription, Prescription } from '../entities/plan.ts';
import { courseDoses } from './course-doses.ts';

const row = (id: number, planned: string, dose: number): Prescription => ({
  id,
  date: planned,
  planned,
  current: id === 1,
  dose,
  days: 28,
  note: '',
});
const plan = [
  row(1, '2026-09-23', 100),
  row(2, '2026-10-21', 50),
  row(3, '2026-11-18', 25),
  row(4, '2026-12-16', 0),
];
const report = (day: string, dose: number, step: number | null, kind: DoseReport['kind']): DoseReport => ({
  day,
  dose,
  step,
  kind,
  reportedAt: `${day}T09:00:00.000Z`,
  reportedBy: kind === 'assumed' ? null : 'participant',
  schedule: 11,
});
const started = report('2026-09-23', 100, 1, 'starting');
const shown = (doseReports: DoseReport[] | undefined, today: string) =>
  courseDoses({ prescriptions: plan, doseReports, schedule: 11, schedules: [] }, today).map(
    ({ date, label, state }) => `${date} ${label} ${state}`,
  );

test('a step is taken once it is reported, and planned until then', () => {
  expect(shown([started], '2026-10-25')).toEqual([
    '2026-09-23 100 mg taken',
    '2026-10-26 50 mg planned',
    '2026-11-23 25 mg planned',
    '2026-12-21 0 mg planned',
  ]);
  expect(shown([started, report('2026-10-25', 50, 2, 'step')], '2026-10-25')).toEqual([
    '2026-09-23 100 mg taken',
    '2026-10-25 50 mg taken',
    '2026-11-22 25 mg planned',
    '2026-12-20 0 mg planned',
  ]);
});

test('a step that waits after going back up has no day', () => {
  const reports = [started, report('2026-10-21', 50, 2, 'step'), report('2026-10-24', 100, 1, 'step')];
  expect(shown(reports, '2026-10-25')).toEqual([
    '2026-09-23 100 mg taken',
    '2026-10-21 50 mg taken',
    '2026-10-24 100 mg taken',
  ]);
});

test('doses that no one confirmed are assumed, also from an earlier server', () => {
  expect(shown([started, report('2026-10-21', 50, 2, 'assumed')], '2026-10-25').slice(0, 2)).toEqual([
    '2026-09-23 100 mg taken',
    '2026-10-21 50 mg assumed',
  ]);
  expect(shown(undefined, '2026-10-25')).toEqual([
    '2026-09-23 100 mg assumed',
    '2026-10-21 50 mg assumed',
    '2026-11-18 25 mg planned',
    '2026-12-16 0 mg planned',
  ]);
});

test('a dose has the day it was planned for where it is a step of the plan, and none otherwise', () => {
  const { planned: _planned, ...unplanned } = row(2, '2026-10-21', 50);
  const reports = [
    started,
    report('2026-10-25', 50, 2, 'step'),
    report('2026-10-30', 60, 2, 'other'),
    report('2026-11-01', 50, 9, 'step'),
  ];
  const plannedFor = (prescriptions: Prescription[], doseReports = reports) =>
    courseDoses({ prescriptions, doseReports, schedule: 11, schedules: [] }, '2026-11-02').map(
      ({ planned }) => planned,
    );
  expect(plannedFor(plan.slice(0, 2))).toEqual(['2026-09-23', '2026-10-21', null, null]);
  expect(plannedFor([row(1, '2026-09-23', 100), unplanned])).toEqual([
    ...['2026-09-23', '2026-10-21', null, null],
  ]);
  // Past where the first of them is due.
  expect(plannedFor(plan.slice(0, 3), [started])).toEqual(['2026-09-23', '2026-10-21', '2026-12-01']);
});

test('a dose reported for a day to come, by a clock that is ahead, is not shown as taken', () => {
  const ahead = report('2026-10-26', 50, 2, 'step');
  expect(shown([started, ahead], '2026-10-25')[1]).not.toContain('taken');
});

test('past doses in an earlier server’s answer come before those of the plan, by date', () => {
  const past = [
    { date: '2026-08-01', dose: 150, schedule: 12 },
    { date: '2026-07-01', dose: 200, schedule: 12 },
    { date: '2026-10-21', dose: 60, schedule: 12 },
  ] as PastPrescription[];
  const prescriptions = plan.slice(0, 2).reverse();
  const doses = courseDoses(
    { prescriptions, pastPrescriptions: past, schedule: 11, schedules: [] },
    '2026-10-21',
  );
  expect(doses.map(({ date, dose, state, planned }) => [date, dose, state, planned])).toEqual([
    ['2026-07-01', 200, 'assumed', '2026-07-01'],
    ['2026-08-01', 150, 'assumed', '2026-08-01'],
    ['2026-09-23', 100, 'assumed', '2026-09-23'],
    ['2026-10-21', 60, 'assumed', '2026-10-21'],
    ['2026-10-21', 50, 'assumed', '2026-10-21'],
  ]);
});
