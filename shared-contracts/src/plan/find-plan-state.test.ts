import { expect, test } from '@jest/globals';
import type { DoseReport, Prescription } from '../entities/plan.ts';
import { HOME_STEP } from '../entities/user.ts';
import { type PlanFacts, planState } from './find-plan-state.ts';

const TODAY = '2026-03-20';
const step = (id: number, date: string, dose: number): Prescription => ({
  ...{ id, date, planned: date, dose, note: '', days: 10, current: id === 1 },
});
const report = (more: Partial<DoseReport>): DoseReport => ({
  ...{ day: '2026-03-01', dose: 100, step: 1, kind: 'starting', reportedBy: 'participant', schedule: 11 },
  reportedAt: '2026-03-01T09:00:00.000Z',
  ...more,
});
const user: PlanFacts['user'] = { randomise: true, homestep: HOME_STEP.timeline, consentAgree: true };
const facts: PlanFacts = {
  user,
  schedule: 11,
  isStarted: true,
  prescriptions: [step(1, '2026-03-01', 100), step(2, '2026-04-01', 50), step(3, '2026-05-01', 0)],
  doseReports: [report({})],
};
const taken = (id: number, dose: number) => report({ day: '2026-03-15', step: id, dose, kind: 'step' });
const due = [step(1, '2026-03-01', 100), step(2, TODAY, 50)];

test.each<[string, Partial<PlanFacts>]>([
  ['not-offered', { user: { ...user, randomise: false } }],
  ['not-offered', { user: { ...user, homestep: HOME_STEP.questionnaire } }],
  ['not-offered', { user: { ...user, randomise: false, consentAgree: false } }],
  ['ended', { user: { ...user, consentAgree: false, leftplan: true } }],
  ['left-plan', { user: { ...user, leftplan: true }, schedule: null }],
  ['setting-up', { user: { ...user, homestep: HOME_STEP.plan }, schedule: null, isStarted: false }],
  ['chosen', { isStarted: false }],
  ['dose-unknown', { doseReports: [] }],
  ['dose-unknown', { doseReports: [report({}), report({ day: '2026-03-15', kind: 'assumed' })] }],
  ['step-planned', {}],
  ['step-planned', { doseReports: undefined }],
  ['step-due', { prescriptions: due }],
  [
    'step-waiting',
    { doseReports: [report({}), report({ day: '2026-03-15', stay: { until: null }, kind: 'step' })] },
  ],
  ['step-planned', { doseReports: [report({}), taken(2, 50)] }],
  ['last-step-taken', { doseReports: [report({}), taken(3, 0)] }],
])('%s (%#)', (expected, more) => {
  expect(planState({ ...facts, ...more }, TODAY)).toBe(expected);
});
