import { expect, test } from '@jest/globals';
import {
  buildAllData,
  buildDoseReport,
  buildRecord,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, renderHook } from '@testing-library/react';
import { HOME_STEP } from '../entities/user.ts';
import { HostProvider } from '../host/host-services.tsx';
import { useTrialStage } from './use-trial-stage.ts';

const TODAY = '2026-11-20';

function open() {
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
  const hook = renderHook(useTrialStage, {
    initialProps: TODAY,
    wrapper: ({ children }) => <HostProvider services={host}>{children}</HostProvider>,
  });
  return { host, ...hook };
}

test('a page that stays open over midnight is at the stage of the new day', () => {
  const { result, rerender } = open();
  expect(result.current?.stage).toBe('step-announced');
  rerender('2026-11-21');
  expect(result.current?.stage).toBe('step-due');
});

test('a page that stays open has help as soon as a draft says so, and the stage that the server gives', async () => {
  const { host, result } = open();
  await act(() => host.outbox.saveDraft({ tickedAt: '2026-11-20T08:30:00.000Z' }));
  expect(result.current?.over.help?.since).toBe('2026-11-20T08:30:00.000Z');
  await act(() => host.outbox.saveDraft({ tickedAt: '2026-11-20T08:40:00.000Z' }));
  expect(result.current?.over.help?.since).toBe('2026-11-20T08:40:00.000Z');
  const { user } = host.store.getState();
  act(() => host.store.server.setState({ user: user && { ...user, leftplan: true } }));
  expect(result.current?.stage).toBe('left-plan');
});
