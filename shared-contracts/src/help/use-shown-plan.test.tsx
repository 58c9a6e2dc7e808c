import { expect, test } from '@jest/globals';
import {
  buildAllData,
  buildDoseReport,
  buildHelp,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { renderHook } from '@testing-library/react';
import type { AllData } from '../entities/all-data.ts';
import { HostProvider } from '../host/host-services.tsx';
import { useShownPlan } from './use-shown-plan.ts';

const TODAY = '2026-11-20';
const step = (id: number, date: string, dose: number) => ({
  ...{ id, date, dose, note: '', days: 28, planned: date, current: id === 1 },
});
const HELP = buildHelp({
  selfHarm: { at: '2026-11-20T08:00:00Z', isOpen: true, readAt: null },
});

/** A plan of two steps, of which the first one is taken. */
function show(changes: Partial<AllData>) {
  const user = buildUser({ randomise: true, consentAgree: true });
  const data = buildAllData({
    user,
    prescriptions: [step(1, '2026-11-01', 100), step(2, '2026-11-29', 50)],
    doseReports: [buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' })],
    ...changes,
  });
  const host = createFakeHost({ data });
  const { result } = renderHook(() => useShownPlan(TODAY), {
    wrapper: ({ children }) => <HostProvider services={host}>{children}</HostProvider>,
  });
  const { prescriptions, hold } = result.current;
  return { doses: prescriptions.map(({ dose }) => dose), hold };
}
const holdFor = (who: string) => `Change nothing on your own. Talk first, to ${who} or the research team.`;
const left = { user: buildUser({ randomise: true, consentAgree: true, leftplan: true }) };

test.each([
  ['whole while it runs', {}, [100, 50], null],
  ['without the steps ahead while help is on', { help: HELP }, [100], holdFor('your doctor or nurse')],
  [
    'with the doctor’s name while help is on',
    { help: HELP, doctor: { name: 'Dr Kim', phone: '', email: '' } },
    [100],
    holdFor('Dr Kim'),
  ],
  ['without the steps ahead once it was left', left, [100], null],
  ['whole to the team, while help is on', { help: HELP, adminActing: true }, [100, 50], null],
  ['whole to the team, once it was left', { ...left, adminActing: true }, [100, 50], null],
])('the plan is shown %s', (_, changes, doses, hold) => {
  expect(show(changes)).toEqual({ doses, hold });
});
