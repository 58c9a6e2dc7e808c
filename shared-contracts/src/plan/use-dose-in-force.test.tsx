import { expect, jest, test } from '@jest/globals';
import { buildAllData, buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { renderHook } from '@testing-library/react';
import { HostProvider } from '../host/host-services.tsx';
import { useDoseInForce } from './use-dose-in-force.ts';

test('the dose in force is that of the person’s own day, in the morning while UTC still has yesterday', () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  const doseReports = [
    buildDoseReport({ day: '2026-11-01', dose: 50 }),
    buildDoseReport({ day: '2026-11-20', dose: 25 }),
    buildDoseReport({ day: '2026-11-21', dose: 0 }),
  ];
  const host = createFakeHost({
    data: buildAllData({ doseReports }),
    now: () => new Date('2026-11-19T22:00:00Z'),
  });
  const { result } = renderHook(useDoseInForce, {
    wrapper: ({ children }) => <HostProvider services={host}>{children}</HostProvider>,
  });
  expect(result.current).toBe(25);
  zone.mockRestore();
});
