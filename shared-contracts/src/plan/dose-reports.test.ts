import { expect, test } from '@jest/globals';
import type { DoseReport } from '../entities/plan.ts';
import { doseHistory, doseInForce, reportInForce, reportOfEachDay } from './dose-reports.ts';

const report = (day: number, dose: number, more: Partial<DoseReport> = {}): DoseReport => ({
  day: `2026-03-${day}`,
  dose,
  step: null,
  kind: 'other',
  reportedAt: `2026-03-${day}T09:00:00.000Z`,
  reportedBy: 'participant',
  schedule: 11,
  ...more,
});

const first = report(10, 100, { kind: 'starting' });
const morning = report(12, 50);
const evening = report(12, 75, { reportedAt: '2026-03-12T19:00:00.000Z' });
const later = report(20, 50);

test('the last report of each day counts, in the order of the days, however they come', () => {
  const reports = [later, evening, first, morning];
  expect(reportOfEachDay(reports)).toEqual([first, evening, later]);
  expect(reportOfEachDay(reports.toReversed())).toEqual([first, evening, later]);
  expect(reports).toEqual([later, evening, first, morning]);
  expect(reportOfEachDay(undefined)).toEqual([]);
});

test('the later of two reports of one instant counts', () => {
  const twin = { ...evening, dose: 80 };
  expect(reportOfEachDay([first, evening, twin])).toEqual([first, twin]);
});

test('the dose in force is the last one reported by that day', () => {
  const reports = [later, first, evening];
  expect(
    [9, 10, 11, 12, 19, 20, 31].map((day) => doseInForce(reports, `2026-03-${`0${day}`.slice(-2)}`)),
  ).toEqual([null, ...[100, 100, 75, 75, 50, 50]]);
  expect(reportInForce(reports, '2026-03-09')).toBeUndefined();
  expect(doseInForce(undefined, '2026-03-12')).toBeNull();
  expect(doseInForce([first, report(12, 50, { kind: 'assumed' })], '2026-03-12')).toBeNull();
});

test('the history has an entry for each change of dose, of schedule, and of whether it is known', () => {
  const again = report(14, 100);
  const other = report(16, 100, { schedule: 12 });
  const assumed = report(18, 100, { schedule: 12, kind: 'assumed' });
  const stillAssumed = report(20, 100, { schedule: 12, kind: 'assumed' });
  const known = report(22, 100, { schedule: 12 });
  const lower = report(24, 50, { schedule: 12 });
  const all = [first, again, other, assumed, stillAssumed, known, lower];
  expect(doseHistory(all)).toEqual([first, other, assumed, known, lower]);
  expect(doseHistory(undefined)).toEqual([]);
});
