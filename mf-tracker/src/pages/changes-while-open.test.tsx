import { expect, test } from '@jest/globals';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import {
  buildDoseReport,
  buildHelp,
  buildRecord,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { markup } from '@stepwise/tooling/testing/markup';
import { act } from '@testing-library/react';
import { clock, onTimeline, show, step, symptoms, thursday } from '../testing/show-timeline.tsx';

const STARTED = buildDoseReport({ day: '2026-11-09', dose: 75, step: 1, kind: 'starting' });
const FIRST = { ...step(1, '2026-11-09', 75), current: true };
const user = { homestep: HOME_STEP.timeline, randomise: true, consentAgree: true, phone: '0491 570 156' };
const wednesday = buildRecord({
  ...{ date: '2026-11-18', localDate: '2026-11-18', recordedAt: '2026-11-18T09:00:00.000Z' },
  ...{ mood: false, symptoms: symptoms.slice(2, 3) },
});
const onVenlafaxine: Partial<AllData> = {
  schedule: 17,
  doseReports: [{ ...STARTED, dose: 225, schedule: 17 }],
  prescriptions: [{ ...FIRST, dose: 225 }, step(2, '2026-12-07', 37)],
};
const first = onTimeline({ records: [wednesday, thursday] });

const changes: [string, Partial<AllData>, Partial<AllData>?][] = [
  ['a record', { records: [wednesday] }],
  ['a record of today', { records: [wednesday, thursday, buildRecord()] }],
  ['the day of the next step', { prescriptions: [FIRST, step(2, '2026-12-14', 50)] }],
  ['the dose of the next step', { prescriptions: [FIRST, step(2, '2026-12-07', 60)] }],
  ['a step that is due', { prescriptions: [FIRST, step(2, '2026-11-19', 50)] }],
  ['the dose that is taken', { doseReports: [STARTED, buildDoseReport({ day: '2026-11-18', dose: 100 })] }],
  ['the words of doses', { schedules: [buildVenlafaxineSchedule({ doseWords: [] })] }, onVenlafaxine],
  ['the times a day', { user: buildUser({ ...user, timesperday: 2 }) }, onVenlafaxine],
  ['help', { help: buildHelp({ selfHarm: { at: '2026-11-20T08:00:00Z', isOpen: true, readAt: null } }) }],
];

test.each(changes)('a page that is open shows %s as one that is opened now', (_, change, before = {}) => {
  const changed = ['/', '/?look-back=weeks'].map((address) => {
    const open = show({ ...first, ...before }, address);
    const earlier = markup(open.container);
    act(() => open.host.store.server.setState(change));
    const followed = markup(open.container);
    open.unmount();
    const opened = show({ ...first, ...before, ...change }, address);
    expect(followed).toBe(markup(opened.container));
    opened.unmount();
    return followed !== earlier;
  });
  expect(changed).toContain(true);
});

test.each(['/', '/?look-back=weeks'])(
  'on the next day the page %s is as one that is opened then',
  (address) => {
    const prescriptions = [FIRST, step(2, '2026-11-21', 50)];
    const doseReports = [STARTED, buildDoseReport({ day: '2026-11-20', dose: 60, step: 1, kind: 'other' })];
    const data = { ...first, prescriptions, doseReports };
    const open = show(data, address);
    const earlier = markup(open.container);
    // In the morning, of a new day by UTC as well.
    clock.instant = '2026-11-21T00:30:00.000Z';
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const followed = markup(open.container);
    open.unmount();
    expect(followed).toBe(markup(show(data, address).container));
    expect(followed).not.toBe(earlier);
  },
);
