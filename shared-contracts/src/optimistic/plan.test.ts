import { expect, test } from '@jest/globals';
import { buildAllData, buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import type { DoseReport } from '../entities/plan.ts';
import { doseInForce } from '../plan/dose-reports.ts';
import { planState } from '../plan/plan-state.ts';
import { EMPTY_STATE } from '../store/participant-state.ts';
import { shownState } from '../store/shown-state.ts';
import { participantSaves } from './participant-saves.ts';

const TODAY = '2026-11-20';
const ASSUMED_DAY = '2026-11-10';
const step = (id: number, date: string, dose: number) => ({
  id,
  date,
  planned: date,
  dose,
  note: '',
  days: 28,
  current: id === 1,
});
const prescriptions = [step(1, '2026-10-13', 100), step(2, ASSUMED_DAY, 50), step(3, '2026-12-08', 0)];
const report = (step: number, day: string, dose: number, kind: DoseReport['kind']) =>
  buildDoseReport({
    day,
    dose,
    step,
    kind,
    // The server gives the assumed one the time of its migration, which may lie ahead of the device's clock.
    ...(kind === 'assumed' && { reportedAt: '2026-11-20T03:00:00.000Z', reportedBy: null }),
  });
const server = (overrides = {}) => ({
  ...EMPTY_STATE,
  ...buildAllData({
    schedule: 11,
    prescriptions,
    doseReports: [report(1, '2026-10-13', 100, 'starting'), report(2, ASSUMED_DAY, 50, 'assumed')],
    ...overrides,
  }),
});
const confirmation = (body = {}): OutboxEntry => ({
  id: '00000000000a',
  account: 'a',
  path: '/api/report-dose/',
  createdAt: '2026-11-20T01:00:00.000Z',
  timeZone: 'Australia/Melbourne',
  body: { day: ASSUMED_DAY, dose: 50, step: null, ...body },
});

test('an assumed dose that is confirmed on its own day is known at once, before the answer', () => {
  const known = server();
  expect(doseInForce(known.doseReports, TODAY)).toBeNull();
  const { doseReports, prescriptions: shown } = shownState(participantSaves, known, [confirmation()]);
  expect(doseInForce(doseReports, TODAY)).toBe(50);
  expect(doseReports?.at(-1)).toMatchObject({
    day: ASSUMED_DAY,
    dose: 50,
    step: 2,
    kind: 'step',
    reportedBy: 'participant',
  });
  expect(shown.map(({ dose, date }) => [dose, date])).toEqual([
    [100, '2026-10-13'],
    [50, ASSUMED_DAY],
    [0, '2026-12-08'],
  ]);
});

test('a confirmation leaves the state in which the dose is unknown', () => {
  const facts = (state: ReturnType<typeof server>) => {
    const { schedule, prescriptions, doseReports } = state;
    const user = { randomise: true, homestep: 4 as const, consentAgree: true };
    return planState({ user, schedule, isStarted: true, prescriptions, doseReports }, TODAY);
  };
  const known = server();
  expect(facts(known)).toBe('dose-unknown');
  expect(facts(shownState(participantSaves, known, [confirmation()]) as typeof known)).toBe('step-planned');
});

test('a reported dose replaces the assumed one on its day', () => {
  const { doseReports } = shownState(participantSaves, server(), [confirmation({ dose: 100 })]);
  expect(doseInForce(doseReports, TODAY)).toBe(100);
});

test('a confirmation that the server has already changes nothing more', () => {
  const once = shownState(participantSaves, server(), [confirmation()]);
  expect(shownState(participantSaves, once, [confirmation()]).doseReports).toEqual(once.doseReports);
});

test('one while a member of staff acts is of the team', () => {
  const { doseReports } = shownState(participantSaves, server({ adminActing: true }), [confirmation()]);
  expect(doseReports?.at(-1)?.reportedBy).toBe('team');
});
