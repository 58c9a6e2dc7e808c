import { expect, test } from '@jest/globals';
import type { DoseReport, Prescription } from '../entities/plan.ts';
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
