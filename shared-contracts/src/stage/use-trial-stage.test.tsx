import { expect, test } from '@jest/globals';
import {
  buildAllData,
  buildDoseReport,
  buildRecord,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { renderHook } from '@testing-library/react';
import { HOME_STEP } from '../entities/user.ts';
import { HostProvider } from '../host/host-services.tsx';
import { useTrialStage } from './use-trial-stage.ts';

test('a page that stays open over midnight is at the stage of the new day', () => {
  const step = { note: '', days: 28, current: false };
  const data = buildAllData({
    user: buildUser({ randomise: true, consentAgree: true, homestep: HOME_STEP.timeline }),
    schedule: 11,
    records: [buildRecord({ date: '2026-11-19', localDate: '2026-11-19' })],
    prescriptions: [
      { ...step, id: 1, date: '2026-10-24', planned: '2026-10-24', dose: 100, current: true },
      { ...step, id: 2, date: '2026-11-21', planned: '2026-11-21', dose: 50 },
    ],
    doseReports: [buildDoseReport({ day: '2026-10-24', dose: 100, step: 1, kind: 'starting' })],
  });
  const host = createFakeHost({ data });
  const { result, rerender } = renderHook(useTrialStage, {
    initialProps: '2026-11-20',
    wrapper: ({ children }) => <HostProvider services={host}>{children}</HostProvider>,
  });
  expect(result.current?.stage).toBe('step-announced');
  rerender('2026-11-21');
  expect(result.current?.stage).toBe('step-due');
});
