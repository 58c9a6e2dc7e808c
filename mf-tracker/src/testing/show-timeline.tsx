import { afterEach, beforeEach, jest } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { recordDay } from '@stepwise/shared-contracts/dates/record-day';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseCard } from '@stepwise/shared-contracts/entities/dose-card';
import type { HomeTexts } from '@stepwise/shared-contracts/entities/home-texts';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import {
  buildAllData,
  buildDoseReport,
  buildRecord,
  buildSiteContent,
  buildSymptom,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TimelinePage } from '../pages/timeline.page.tsx';

// 20:00 on Friday 20 November 2026 in Melbourne.
export const FRIDAY_EVENING = '2026-11-20T09:00:00.000Z';
/** What time it is for the page; a test moves it. */
export const clock = { instant: FRIDAY_EVENING };

export const symptoms = [
  buildSymptom({ id: 1, text: 'Waking in the night', category: 'sleep' }),
  buildSymptom({ id: 2, text: 'Anxious', category: 'mood' }),
  buildSymptom({ id: 3, text: 'Feeling low', category: 'mood', redflag: true }),
  buildSymptom({ id: 4, text: 'Thoughts of self-harm', category: 'mood', redflag: true, selfHarm: true }),
  buildSymptom({ id: 5, text: 'Dizzy', category: 'active' }),
  buildSymptom({ id: -1, text: 'Not known to the server yet', category: 'sleep' }),
];
export const activities = [
  { id: 11, text: 'Walk' },
  { id: 12, text: 'Reading' },
];
/** A check-up of the day before. */
export const thursday = buildRecord({
  date: '2026-11-19',
  localDate: '2026-11-19',
  recordedAt: '2026-11-19T09:00:00.000Z',
  activities,
});
export const step = (id: number, date: string, dose: number, note = '') => ({
  id,
  date,
  dose,
  days: 28,
  note,
});

const doseCard: DoseCard = {
  pharmacist: 'Ask your pharmacist how to make up this dose.',
  unknown: 'We do not know which dose you take now.',
  planned: 'Next step: {dose} a day on {date}, {when}.',
  due: '{dose} since {date}.',
  waiting: '{dose}. It waits, without a day, until you or your team choose one.',
  tooHard: 'Keep to the dose you take now.',
  goBack: 'If you take {dose} again, call one of these people today.',
  goBackFromZero: 'Talk first, before you take {dose} again.',
  completed: ['You have come all the way.', 'Surveys come next.'],
  stoppedEarly: ['Please call today.'],
  strengths: 'Which of these do you have at home?',
  strengthsHint: 'Tick all that you have, or none.',
};

const homeTexts: HomeTexts = {
  saved: 'Thank you. Today is on your timeline.',
  lookBack: {
    recent: 'In the last four weeks mood was good on {good} of {days} days recorded.',
    beforeStep: 'In the four weeks before this step it was {good} of {days}.',
    before: 'In the four weeks before those it was {good} of {days}.',
    nothing: 'Nothing is recorded in the last four weeks.',
  },
};

export const onTimeline = (overrides: Partial<AllData> = {}): AllData =>
  buildAllData({
    user: buildUser({
      homestep: HOME_STEP.timeline,
      randomise: true,
      consentAgree: true,
      phone: '0491 570 156',
    }),
    schedule: 11,
    prescriptions: [
      { ...step(1, '2026-11-09', 75, 'For example: half of a tablet.'), current: true },
      step(2, '2026-12-07', 50),
      { ...step(3, '2027-01-04', 0), days: 0 },
    ],
    schedules: [
      { id: 11, text: 'Sertraline, standard steps', medication: 6, medicine: 'Sertraline', description: '' },
      buildVenlafaxineSchedule(),
      buildVenlafaxineSchedule({ id: 18, text: 'Venlafaxine, slower steps' }),
    ],
    doseReports: [buildDoseReport({ day: '2026-11-09', dose: 75, step: 1, kind: 'starting' })],
    doctor: { name: 'Dr Kim Nguyen', phone: '0491 570 006', email: '' },
    symptoms,
    activities: [...activities, { id: -2, text: 'Not known to the server yet' }],
    doseCard,
    homeTexts,
    ...overrides,
  });

/** Answers as the server does: the record under its own day and its UTC date. */
export const takeCheckUps = (host: FakeHost): void =>
  host.answer(saveRecord, (body) => {
    const sent = saveRecord.body.parse(body);
    const recordedAt = sent.recordedAt ?? clock.instant;
    const day = recordDay(new Date(recordedAt), 'Australia/Melbourne', sent.localDate);
    if (!day) throw new CallError('unprocessable', 'This check-up is of a day that cannot be recorded now.');
    const record: DailyRecord = {
      ...buildRecord({ ...day, recordedAt }),
      ...{ sleep: sent.sleep, mood: sent.mood, active: sent.active },
      symptoms: symptoms.filter(({ id }) => sent.symptoms.includes(id)),
      activities: activities.filter(({ id }) => sent.activities.includes(id)),
    };
    return { status: 200, body: { record, todayActivities: record.activities } };
  });

export function hostOf(data: AllData, site = buildSiteContent()): FakeHost {
  const host = createFakeHost({ data, site, now: () => new Date(clock.instant) });
  host.refresh = jest.fn(async () => {});
  return host;
}

/** Renders the timeline page, with an earlier `host` as after a reload, and returns a user to act on it. */
export function show(
  data = onTimeline(),
  address = '/',
  site = buildSiteContent(),
  host = hostOf(data, site),
) {
  const { container, unmount } = render(
    <HostProvider services={host}>
      <MemoryRouter initialEntries={[address]}>
        <main>
          <TimelinePage />
        </main>
      </MemoryRouter>
    </HostProvider>,
  );
  return { host, container, unmount, person: userEvent.setup() };
}

/** Shows the page again with the earlier host, as after a reload. */
export const reload = (host: FakeHost, address = '/') => show(onTimeline(), address, host.site, host);

export type Person = ReturnType<typeof userEvent.setup>;
export const press = (person: Person, name: string) => person.click(screen.getByRole('button', { name }));
export const tick = (person: Person, name: RegExp) => person.click(screen.getByRole('checkbox', { name }));
export const start = (person: Person) => person.click(screen.getByRole('link', { name: 'Start check-up' }));

export async function answerAllGood(person: Person) {
  await start(person);
  await answerYes(person);
}

/** Yes to the three questions, from the first one, which is shown. */
export async function answerYes(person: Person) {
  for (const name of ['Yes', 'Yes', 'Yes', 'Next']) await press(person, name);
}

/** Answers a check-up with a warning sign of mood, up to its summary. */
export async function answerFeelingLow(person: Person) {
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Feeling low/);
  for (const name of ['Next', 'Yes', 'Next']) await press(person, name);
}

/** Opens Look back and its text. */
export async function lookBack(data = onTimeline(), site = buildSiteContent()) {
  const page = show(data, '/?look-back=weeks', site);
  await page.person.click(screen.getByText('As text'));
  return page;
}

export const scrollIntoView = jest.fn();

const { resolvedOptions } = Intl.DateTimeFormat.prototype;
/** The phone's time zone from now on. */
export const inTimeZone = (timeZone: string): void => {
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
};

beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView.mockClear();
  clock.instant = FRIDAY_EVENING;
  inTimeZone('Australia/Melbourne');
});

afterEach(() => {
  jest.restoreAllMocks();
});
