// In one file: each state of a dose is shown from one plan on one day.
import '@testing-library/jest-dom/jest-globals';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  askAboutDose,
  prepareStep,
  reportDose,
  saveStrengths,
} from '@stepwise/shared-contracts/calls/plan.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  clock,
  onTimeline,
  type Person,
  press,
  show,
  step,
  thursday,
  tick,
} from '../testing/show-timeline.tsx';

// Friday 20 November 2026 in Melbourne, and still Thursday by UTC.
beforeEach(() => {
  clock.instant = '2026-11-19T22:00:00.000Z';
});
const prescriptions = [
  { ...step(1, '2026-10-20', 100), current: true },
  step(2, '2026-11-17', 50),
  { ...step(3, '2026-12-15', 0), days: 0 },
];
const STARTED = buildDoseReport({ day: '2026-10-20', dose: 100, step: 1, kind: 'starting' });
const CONFIRMED = buildDoseReport({ day: '2026-11-10', dose: 100, step: 1 });
const TAKEN = buildDoseReport({ day: '2026-11-17', dose: 50, step: 2 });

const due = (overrides: Partial<AllData> = {}) =>
  onTimeline({ prescriptions, doseReports: [STARTED], records: [thursday], ...overrides });
/** `maxPerDay` in mg. */
const withMaximum = (maxPerDay: number) => due({ medication: [{ ...medication[0], maxPerDay } as never] });
const card = () => screen.getByRole('region', { name: 'Today’s dose' });
const question = () => screen.getByRole('region', { name: 'Which dose do you take?' });
const sentTo = (host: ReturnType<typeof show>['host'], path: string) =>
  host.outbox.state.getState().entries.filter((entry) => entry.path === path);
const more = (person: Person) => person.click(within(card()).getByText('More about your dose'));
const typeDose = (person: Person, text: string) =>
  person.type(screen.getByLabelText('Dose in mg, in a whole day'), text);

describe('on a due day', () => {
  test('the step is asked first; taking it and staying have the same weight, and none is filled', async () => {
    const { container } = show(due());
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Which dose do you take?');
    expect(within(question()).getByText('Planned from 17 November')).toBeVisible();
    expect(within(card()).getByText('100 mg a day')).toBeVisible();
    expect(within(card()).queryByText('50 mg a day')).toBeNull();
    const answers = ['50 mg, since today', '100 mg, I stay for now'].map((name) =>
      within(question()).getByRole('button', { name }),
    );
    expect(answers.map((answer) => answer.dataset.variant)).toEqual(['quiet', 'quiet']);
    expect(
      [...document.querySelectorAll('[data-variant="filled"]')].map(({ textContent }) => textContent),
    ).toEqual(['Start check-up']);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  test('the planned step is taken by its answer, which can be changed the same day', async () => {
    const { host, person } = show(due());
    await press(person, '50 mg, since today');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { day: '2026-11-20', dose: 50, step: 2 } }]);
    expect(within(card()).getByText('50 mg a day')).toBeVisible();
    expect(within(card()).getByText('Kept on this device until it can be saved')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Which dose do you take?' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Today’s dose');
    await press(person, 'Change today’s answer');
    expect(document.activeElement?.textContent).toBe('Which dose do you take?');
    // An earlier day is before the answer of today.
    expect(screen.queryByRole('button', { name: 'Another day' })).toBeNull();
    await press(person, 'Another dose');
    expect(within(question()).getByLabelText('Dose in mg, in a whole day')).toBeVisible();
    expect(within(card()).queryByRole('button', { name: 'Change today’s answer' })).toBeNull();
    await press(person, 'Cancel');
    await press(person, '100 mg, I stay for now');
    expect(within(card()).getByText('100 mg a day')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Which dose do you take?' })).toBeNull();
  });

  test('the focus stays off the question when a check-up that was opened after an answer is left', async () => {
    const { person } = show(due());
    await press(person, '50 mg, since today');
    await press(person, 'Change today’s answer');
    await person.click(screen.getByRole('link', { name: 'Start check-up' }));
    await press(person, 'Back');
    expect(within(question()).getByRole('heading')).not.toHaveFocus();
  });

  test('it is planned from today on its day, with what it needs until that is prepared', () => {
    const needing = (prepared: boolean) =>
      due({
        prescriptions: prescriptions.with(1, {
          ...{ ...step(2, '2026-11-20', 50), prepare: 'Ask your pharmacist.' },
          prepared,
        }),
      });
    const { unmount } = show(needing(false));
    expect(within(question()).getByText('Planned from today')).toBeVisible();
    expect(within(question()).getByText('Ask your pharmacist.')).toBeVisible();
    unmount();
    show(needing(true));
    expect(question().textContent).not.toContain('Ask your pharmacist.');
  });

  test('it is taken since an earlier day since the last answer, and no other', async () => {
    const { host, person } = show(due());
    await press(person, 'Another day');
    const field = screen.getByLabelText('Since which day do you take 50 mg?');
    expect([field.getAttribute('min'), field.getAttribute('max')]).toEqual(['2026-10-20', '2026-11-20']);
    for (const value of ['2026-10-19', '2026-11-21']) {
      fireEvent.change(field, { target: { value } });
      await press(person, 'Save');
      expect(sentTo(host, reportDose.path)).toEqual([]);
      expect(field).toHaveFocus();
    }
    expect(question().textContent).toContain('Choose today, or an earlier day since your last answer.');
    fireEvent.change(field, { target: { value: '2026-11-18' } });
    await press(person, 'Save');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { day: '2026-11-18', dose: 50, step: 2 } }]);
  });

  test.each([
    ['the day before the last answer', '2026-11-09', false],
    ['the day of the last answer', '2026-11-10', true],
    ['today', '2026-11-20', true],
  ])('it is taken since %s, %s: %s', async (_, day, isSaved) => {
    const { host, person } = show(due({ doseReports: [STARTED, CONFIRMED] }));
    await press(person, 'Another day');
    fireEvent.change(screen.getByLabelText('Since which day do you take 50 mg?'), { target: { value: day } });
    await press(person, 'Save');
    expect(sentTo(host, reportDose.path)).toMatchObject(isSaved ? [{ body: { day } }] : []);
  });

  test('the earlier day that was typed survives a reload, until it is cancelled or the step is answered', async () => {
    const data = due();
    const { host, person, unmount } = show(data);
    await press(person, 'Another day');
    const field = () => screen.queryByLabelText<HTMLInputElement>('Since which day do you take 50 mg?');
    fireEvent.change(field() as HTMLInputElement, { target: { value: '2026-11-17' } });
    await press(person, 'Cancel');
    await press(person, 'Another day');
    expect(field()?.value).toBe('');
    fireEvent.change(field() as HTMLInputElement, { target: { value: '2026-11-18' } });
    unmount();
    const again = show(data, '/', host.site, host);
    expect(field()?.value).toBe('2026-11-18');
    await press(again.person, '50 mg, since today');
    expect(host.outbox.state.getState().typed).toEqual({});
    again.unmount();
    show(data, '/', host.site, host);
    expect(field()).toBeNull();
  });

  test.each([
    ['In 2 weeks', '2026-12-04', 'You stay on 100 mg. We ask again on 04/12/2026.'],
    ['In 4 weeks', '2026-12-18', 'You stay on 100 mg. We ask again on 18/12/2026.'],
    ['When I say', null, 'You stay on 100 mg. We ask again when you say.'],
  ])('staying is asked how long: %s', async (name, until, words) => {
    const { host, person } = show(due());
    await press(person, '100 mg, I stay for now');
    expect(document.activeElement?.textContent).toBe('You stay on 100 mg');
    expect(sentTo(host, reportDose.path)).toMatchObject([
      { body: { day: '2026-11-20', dose: 100, step: null } },
    ]);
    // The card that asks has the other answers.
    expect(within(card()).queryByText('More about your dose')).toBeNull();
    await press(person, 'Change today’s answer');
    await press(person, '100 mg, I stay for now');
    await press(person, name);
    expect(sentTo(host, reportDose.path).at(-1)).toMatchObject({
      body: { day: '2026-11-20', dose: 100, step: null, stay: { until } },
    });
    expect(within(card()).getByText(words)).toBeVisible();
    expect(screen.queryByText('Which dose do you take?')).toBeNull();
  });

  test('a participant who stays at a dose is asked again once they want to go on', async () => {
    const { host, person } = show(
      due({
        doseReports: [
          STARTED,
          buildDoseReport({ day: '2026-11-18', dose: 100, step: 1, stay: { until: null } }),
        ],
      }),
    );
    await press(person, 'Choose when we ask');
    await press(person, 'Now');
    expect(sentTo(host, reportDose.path)).toMatchObject([
      { body: { dose: 100, stay: { until: '2026-11-20' } } },
    ]);
  });

  test('needing to talk shows numbers, reaches the team and records no dose', async () => {
    const { host, person } = show(due());
    await press(person, 'Talk to someone');
    expect(
      within(question())
        .getAllByRole('listitem')
        .map((call) => [call.textContent, call.querySelector('a')?.getAttribute('href')]),
    ).toEqual([
      ['Call Dr Kim Nguyen ', 'tel:0491570006'],
      ['Call 13 11 14 Lifeline, to talk, 24 hours', 'tel:131114'],
      ['Call 03 5550 0000 Research team, Monday to Friday, 9:00am to 5:30pm', 'tel:0355500000'],
    ]);
    expect(
      within(question()).getByText('The research team will see that you asked once this can be sent.'),
    ).toBeVisible();
    expect(sentTo(host, askAboutDose.path)).toMatchObject([{ body: { reason: 'talk' } }]);
    expect(sentTo(host, reportDose.path)).toEqual([]);
    expect(within(card()).getByText('100 mg a day')).toBeVisible();
  });

  test.each([
    ['has it', () => ({ status: 204 as const }), 'The research team can see that you asked.'],
    [
      'rejects it',
      () => {
        throw new CallError('not-allowed', 'No.', { status: 403 });
      },
      'This could not be sent. Please call.',
    ],
  ])('needing to talk says what the team sees where the server %s', async (_, answer, words) => {
    const { host, person } = show(due());
    host.answer(askAboutDose, answer);
    await press(person, 'Talk to someone');
    expect(await within(question()).findByText(words)).toBeVisible();
  });

  test('an answer that is given after midnight is of the new day', async () => {
    const { host, person } = show(due());
    clock.instant = '2026-11-20T13:30:00.000Z';
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await press(person, '50 mg, since today');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { day: '2026-11-21', dose: 50 } }]);
  });

  test.each(['Another day', 'Another dose', 'I went back to 100 mg'])(
    '“%s” has the focus again once it is cancelled',
    async (name) => {
      const later = prescriptions.with(2, { ...step(3, '2026-11-19', 0), days: 0 });
      const { person } = show(due({ prescriptions: later, doseReports: [STARTED, TAKEN] }));
      await press(person, name);
      await press(person, 'Cancel');
      expect(within(question()).getByRole('button', { name })).toHaveFocus();
    },
  );

  test('each dose is worded as one of its own medicine', () => {
    const ofOther = { ...STARTED, dose: 37, schedule: 17 };
    const changed = [{ ...step(1, '2026-10-20', 37), current: true }, step(2, '2026-11-17', 37)];
    show(due({ prescriptions: changed, doseReports: [ofOther] }));
    const answers = within(question()).getAllByRole('button');
    expect(answers.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      '37 mg, since today',
      '37.5 mg, I stay for now',
    ]);
  });

  test('before the first record nothing is asked', () => {
    show(due({ records: [] }));
    expect(screen.queryByText('Which dose do you take?')).toBeNull();
    expect(within(card()).getByText('Ready when you are')).toBeVisible();
    expect(card().textContent).not.toMatch(/Day \d/);
  });
});

describe('another dose', () => {
  test('is a number of mg from a day that is not ahead, and a mistyped one keeps the form', async () => {
    const { host, person } = show(due());
    await press(person, 'Another dose');
    expect(screen.getByLabelText('Dose in mg, in a whole day')).toHaveFocus();
    await press(person, 'Save this dose');
    expect(screen.getByText('Write the dose as a number, such as 37.5.')).toBeVisible();
    await typeDose(person, '75');
    const day = screen.getByLabelText('From which day');
    expect([day.getAttribute('min'), day.getAttribute('max')]).toEqual(['2026-10-20', '2026-11-20']);
    fireEvent.change(day, { target: { value: '2026-11-21' } });
    await press(person, 'Save this dose');
    expect(day).toHaveAccessibleDescription(/Choose today, or an earlier day/);
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    await press(person, 'Save this dose');
    expect(sentTo(host, reportDose.path)).toMatchObject([
      { body: { day: '2026-11-20', dose: 75, step: null } },
    ]);
    expect(within(card()).getByText('75 mg a day')).toBeVisible();
    expect(host.outbox.state.getState().typed).toEqual({});
  });

  test.each([
    ['120', 'It is more than the highest dose of your plan, 100 mg.', 100],
    ['5', 'It is less than the next step of your plan, 50 mg.', 100],
    ['0', 'It is less than the next step of your plan, 50 mg.', 100],
    ['80', 'It is more above the 0 mg you take now than any step of your plan.', 0],
  ])('of %s mg is asked about once more', async (typed, why, inForce) => {
    const stopped = buildDoseReport({ day: '2026-11-18', dose: 0, step: 3 });
    const { host, person } = show(
      due({ doseReports: inForce === 0 ? [STARTED, TAKEN, stopped] : [STARTED] }),
    );
    await press(person, 'Another dose');
    await typeDose(person, typed);
    await press(person, 'Save this dose');
    expect(screen.getByText(why)).toBeVisible();
    expect(sentTo(host, reportDose.path)).toEqual([]);
    await press(person, `Yes, I take ${typed} mg`);
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { dose: Number(typed) } }]);
  });

  test('of another number is asked about again', async () => {
    const { host, person } = show(due());
    await press(person, 'Another dose');
    await typeDose(person, '120');
    await press(person, 'Save this dose');
    await typeDose(person, '0');
    await press(person, 'Save this dose');
    expect(screen.getByRole('alert')).toHaveTextContent('Is 1200 mg right?');
    expect(sentTo(host, reportDose.path)).toEqual([]);
  });

  test.each([
    ['2026-11-09', false],
    ['2026-11-10', true],
    ['2026-11-20', true],
    ['2026-11-21', false],
  ])('from %s is saved: %s', async (day, isSaved) => {
    const { host, person } = show(due({ doseReports: [STARTED, CONFIRMED] }));
    await press(person, 'Another dose');
    await typeDose(person, '75');
    fireEvent.change(screen.getByLabelText('From which day'), { target: { value: day } });
    await press(person, 'Save this dose');
    expect(sentTo(host, reportDose.path)).toMatchObject(isSaved ? [{ body: { day, dose: 75 } }] : []);
  });

  test('that was typed, with its day, survives a reload', async () => {
    const data = due();
    const { host, person, unmount } = show(data);
    await press(person, 'Another dose');
    await typeDose(person, '75');
    fireEvent.change(screen.getByLabelText('From which day'), { target: { value: '2026-11-18' } });
    unmount();
    const again = show(data, '/', host.site, host);
    // The page was opened, not the form.
    expect(document.body).toHaveFocus();
    await press(again.person, 'Save this dose');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { day: '2026-11-18', dose: 75 } }]);
  });

  test('of the most in a day can be reported', async () => {
    const { host, person } = show(withMaximum(200));
    await press(person, 'Another dose');
    await typeDose(person, '200');
    await press(person, 'Save this dose');
    await press(person, 'Yes, I take 200 mg');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { dose: 200 } }]);
  });

  test.each([
    ['37.5', 37.5],
    ['37,5', 37.5],
    ['37.25', 37.25],
  ])('typed as %s is %d mg', async (typed, dose) => {
    const { host, person } = show(due());
    await press(person, 'Another dose');
    await typeDose(person, typed);
    await press(person, 'Save this dose');
    await press(person, `Yes, I take ${dose} mg`);
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { dose } }]);
  });

  test('that cannot be says what is possible and keeps what was typed', async () => {
    const { host, person } = show(withMaximum(200));
    await press(person, 'Another dose');
    await typeDose(person, '375');
    await press(person, 'Save this dose');
    expect(screen.getByText(/^The highest dose in a day is 200 mg/)).toBeVisible();
    const typed = () => screen.getByLabelText<HTMLInputElement>('Dose in mg, in a whole day').value;
    expect(typed()).toBe('375');
    expect(sentTo(host, reportDose.path)).toEqual([]);
    await press(person, 'Cancel');
    await press(person, 'Another dose');
    expect(typed()).toBe('');
  });

  test('above the daily maximum can be reported where it is the dose in force', async () => {
    const { host, person } = show(withMaximum(80));
    await press(person, 'Another dose');
    await typeDose(person, '100');
    await press(person, 'Save this dose');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { dose: 100 } }]);
  });
});

describe('a step that is too hard', () => {
  const onStep = (overrides: Partial<AllData> = {}) => due({ doseReports: [STARTED, TAKEN], ...overrides });

  test('shows numbers and keeps the dose; being back on the one before is confirmed, and the step waits', async () => {
    const { host, person } = show(onStep());
    await press(person, 'This step is too hard');
    expect(screen.queryByRole('button', { name: 'This step is too hard' })).toBeNull();
    expect(within(card()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
    expect(within(card()).getByRole('alert')).toHaveTextContent('Keep to the dose you take now.');
    expect(sentTo(host, askAboutDose.path)).toMatchObject([{ body: { reason: 'too-hard' } }]);
    expect(within(card()).getByText('50 mg a day')).toBeVisible();
    await person.click(screen.getAllByRole('button', { name: 'I went back to 100 mg' })[0] as HTMLElement);
    expect(
      within(card()).getByText('If you take 100 mg again, call one of these people today.'),
    ).toBeVisible();
    expect(within(within(card()).getByRole('alert')).getAllByRole('link')).toHaveLength(3);
    await press(person, 'Yes, I take 100 mg again');
    expect(
      within(card()).getByText('You went back to 100 mg. Your next step waits for a new day.'),
    ).toBeVisible();
    await press(person, 'Choose when we ask');
    await press(person, 'In 2 weeks');
    expect(within(card()).getByText('You stay on 100 mg. We ask again on 04/12/2026.')).toBeVisible();
  });

  test('from 0 mg one is told to talk first', async () => {
    const stopped = buildDoseReport({ day: '2026-11-19', dose: 0, step: 3 });
    const { person } = show(onStep({ doseReports: [STARTED, TAKEN, stopped] }));
    await more(person);
    await press(person, 'I went back to 50 mg');
    expect(within(card()).getByRole('alert')).toHaveTextContent('Talk first, before you take 50 mg again.');
  });

  test('from 0 mg one is told to talk first where a step is asked as well', async () => {
    const stopped = buildDoseReport({ day: '2026-11-18', dose: 0, step: null, kind: 'other' });
    const { host, person } = show(
      due({
        prescriptions: prescriptions.with(2, { ...step(3, '2026-11-20', 25), days: 0 }),
        doseReports: [STARTED, TAKEN, stopped],
      }),
    );
    await press(person, 'I went back to 50 mg');
    expect(within(question()).getByRole('alert')).toHaveTextContent(
      'Talk first, before you take 50 mg again.',
    );
    await press(person, 'Yes, I take 50 mg again');
    expect(sentTo(host, reportDose.path)).toMatchObject([
      { body: { day: '2026-11-20', dose: 50, step: null } },
    ]);
  });
});

test.each([
  ['has begun', [STARTED], ['Another dose']],
  [
    'came to its second step',
    [STARTED, TAKEN],
    ['This step is too hard', 'Another dose', 'I went back to 100 mg'],
  ],
  [
    'stays on the dose of its beginning, as was said today',
    [STARTED, buildDoseReport({ day: '2026-11-20', dose: 100, step: 1 })],
    ['Another dose'],
  ],
  [
    'came to its second step today, before its day',
    [STARTED, buildDoseReport({ day: '2026-11-20', dose: 50, step: 2 })],
    ['This step is too hard', 'Another dose', 'I went back to 100 mg'],
  ],
])('where the plan %s, its card offers what fits', async (_, doseReports, offered) => {
  const later = prescriptions.with(1, step(2, '2026-12-15', 50)).with(2, step(3, '2027-01-12', 0));
  const { person } = show(due({ doseReports, prescriptions: later }));
  const buttons = within(card()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(offered);
  for (const name of offered.slice(-2).filter((each) => each !== 'This step is too hard')) {
    await press(person, name);
    await press(person, 'Cancel');
    expect(screen.getByRole('button', { name })).toHaveFocus();
  }
});

test('where no dose is reported the card says so', () => {
  show(due({ doseReports: [] }));
  expect(card()).toHaveTextContent('No dose is reported yet.');
});

test('a dose is shown as one of the medicine that it was reported of, and the next step as one of the plan', async () => {
  const reported = { ...STARTED, dose: 75, schedule: 17 };
  const planned = { ...step(2, '2026-12-15', 37), days: 0 };
  const capsules = { ...medication[0], id: 9, forms: [{ id: 91, text: '75 mg capsule' }] } as never;
  const { person } = show(
    due({
      prescriptions: [{ ...step(1, '2026-10-20', 75), current: true }, planned],
      doseReports: [reported],
      medication: [...medication, capsules],
    }),
  );
  expect(card().textContent).toContain('Venlafaxine');
  expect(card().textContent).toContain('Next step: 37 mg a day on 15/12/2026');
  await press(person, 'Which strengths do you have?');
  expect(within(card()).getAllByRole('checkbox')).toEqual([
    within(card()).getByRole('checkbox', { name: '75 mg capsule' }),
  ]);
});

test('after a long absence the present dose is asked for once, and by one card', async () => {
  const records = [{ ...thursday, date: '2026-11-01', localDate: '2026-11-01' }];
  const { host, person } = show(due({ records, doseReports: [STARTED, TAKEN] }));
  expect(screen.getByRole('heading', { name: 'Do you still take 50 mg?' })).toBeVisible();
  expect(within(card()).queryByText('More about your dose')).toBeNull();
  await press(person, 'Yes, 50 mg');
  expect(sentTo(host, reportDose.path)).toMatchObject([
    { body: { day: '2026-11-20', dose: 50, step: null } },
  ]);
  expect(screen.queryByRole('heading', { name: 'Do you still take 50 mg?' })).toBeNull();
  expect(within(card()).getByText('More about your dose')).toBeVisible();
});

test('an assumed dose is not shown, and is asked for', async () => {
  const assumed = { ...TAKEN, kind: 'assumed' as const, reportedBy: null };
  const { person, unmount } = show(due({ doseReports: [STARTED, assumed] }));
  expect(card().textContent).toContain('SertralineWe do not know which dose you take now.');
  expect(within(card()).queryByText(/mg a day$/)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Which dose are you taking now?' })).toBeVisible();
  await press(person, '50 mg');
  expect(within(card()).getByText('50 mg a day')).toBeVisible();
  unmount();
  const user = { ...onTimeline().user, leftplan: true };
  show(due({ doseReports: [STARTED, assumed], user }));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Your timeline',
  ]);
});

describe('a week before a step', () => {
  const announced = (overrides = {}) =>
    due({
      prescriptions: (prescriptions as Prescription[]).with(1, {
        ...step(2, '2026-11-27', 50),
        prepare: 'Ask your pharmacist.',
        ...overrides,
      }),
      prepareDays: 21,
    });
  const region = () => screen.getByRole('region', { name: '50 mg, if you and Dr Kim Nguyen agree' });

  test('says what comes, what it needs and asks about a talk, once', async () => {
    const { host, person, container } = show(announced());
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 3)).toEqual([
      'How was today?',
      '50 mg, if you and Dr Kim Nguyen agree',
      'Today’s dose',
    ]);
    expect(within(region()).getByText('In a week, on Friday 27 November')).toBeVisible();
    expect(region().textContent).toContain('Ask your pharmacist.');
    expect(within(region()).getByRole('checkbox', { name: 'This is prepared' })).not.toBeChecked();
    expect(card().textContent).not.toMatch(/50 mg|Ask your pharmacist\./);
    expect(within(region()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    await press(person, 'We have talked');
    expect(sentTo(host, prepareStep.path)).toMatchObject([{ body: { step: 2, talked: true } }]);
    expect(within(region()).getByText('You have talked with Dr Kim Nguyen.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'We have talked' })).toBeNull();
    await tick(person, /This is prepared/);
    expect(sentTo(host, prepareStep.path).at(-1)).toMatchObject({ body: { step: 2, prepared: true } });
    expect(within(region()).getByRole('checkbox', { name: 'This is prepared' })).toBeChecked();
  });

  test.each([
    ['2026-11-21', 'Tomorrow, on Saturday 21 November'],
    ['2026-11-22', 'In 2 days, on Sunday 22 November'],
    ['2026-11-26', 'In 6 days, on Thursday 26 November'],
  ])('of %s says when it comes, and has nothing to call where no number is known', (date, words) => {
    show({ ...announced({ date }), doctor: { name: '', phone: '', email: '' } });
    const soon = screen.getByRole('region', { name: '50 mg, if you and your doctor or nurse agree' });
    expect(within(soon).getByText(words)).toBeVisible();
    expect(within(soon).queryByRole('link')).toBeNull();
  });

  test('is silent eight days before', () => {
    show(announced({ date: '2026-11-28' }));
    expect(screen.queryByText(/if you and Dr Kim Nguyen agree$/)).toBeNull();
  });
});

const medication = [
  {
    id: 6,
    setupoption: 106,
    doses: [],
    forms: [
      { id: 61, text: '50 mg tablet' },
      { id: 62, text: '100 mg tablet' },
    ],
    rows: [
      { dose: 75, timesperday: 1 as const, forms: [62], text: 'Take three quarters of a 100 mg tablet.' },
      { dose: 50, timesperday: 1 as const, forms: [61], text: 'Take one 50 mg tablet.' },
      { dose: 50, timesperday: 1 as const, forms: [62], text: 'Take half of a 100 mg tablet.' },
    ],
  },
];
const taking50 = (overrides: Partial<AllData> = {}) =>
  due({ doseReports: [STARTED, TAKEN], medication, ...overrides });

describe('how to make up the dose', () => {
  test('is said word for word once the strengths are known', async () => {
    const noted = prescriptions.with(1, step(2, '2026-11-17', 50, 'After breakfast.'));
    const { host, person, container } = show(taking50({ prescriptions: noted }));
    expect(card().textContent).not.toContain('pharmacist');
    await press(person, 'Which strengths do you have?');
    const group = screen.getByRole('group', { name: 'Which of these do you have at home?' });
    expect(document.activeElement).toBe(within(group).getByRole('checkbox', { name: '50 mg tablet' }));
    expect(await accessibilityViolations(container)).toEqual([]);
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(within(card()).getByText('Kept on this device until it can be saved')).toBeVisible();
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [62] } }]);
    expect(card()).toHaveTextContent('Take half of a 100 mg tablet.After breakfast.');
    expect(document.activeElement?.textContent).toBe('Change your strengths');
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(within(card()).getByText('Take one 50 mg tablet.')).toBeVisible();
    expect(within(card()).queryByText(/pharmacist/)).toBeNull();
  });

  test('is asked with each strength that was ticked', async () => {
    const { host, person } = show(taking50());
    await press(person, 'Which strengths do you have?');
    await tick(person, /50 mg tablet/);
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [61, 62] } }]);
  });

  test('is saved without strengths of another medicine, as of the one before', async () => {
    const { host, person } = show(taking50({ strengths: [61, 700] }));
    await press(person, 'Change your strengths');
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [61, 62] } }]);
  });

  test.each([
    [1, 'Once a day'],
    [2, 'In two parts each day'],
  ] as const)('says how often where the content gives no split: %i times a day', (timesperday, words) => {
    const data = taking50();
    show({ ...data, user: { ...data.user, timesperday } });
    expect(within(card()).getByText(words)).toBeVisible();
  });

  test('stays as it is when the question is left, and none is an answer', async () => {
    const { host, person } = show(taking50({ strengths: [61] }));
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await press(person, 'Cancel');
    expect(sentTo(host, saveStrengths.path)).toEqual([]);
    expect(within(card()).getByText('Take one 50 mg tablet.')).toBeVisible();
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await press(person, 'Save');
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [] } }]);
    expect(within(card()).getByText('Ask your pharmacist how to make up this dose.')).toBeVisible();
  });

  test.each([
    ['a new dose that no strength makes', { medication: [{ ...medication[0], rows: [] }] }, true],
    ['a new dose that the strengths at home do not make', { strengths: [] }, true],
    ['a new dose that strengths on sale make', {}, false],
    ['the dose that the plan began with', { strengths: [], doseReports: [STARTED] }, false],
  ])('of %s is asked of the pharmacist, or not', (_, data, isAsked) => {
    show(taking50(data as Partial<AllData>));
    expect(within(card()).queryAllByText('Ask your pharmacist how to make up this dose.')).toHaveLength(
      isAsked ? 1 : 0,
    );
  });

  test('is not said for a dose that only is planned', () => {
    show(taking50({ strengths: [61], doseReports: [STARTED] }));
    expect(within(card()).getByText('100 mg a day')).toBeVisible();
    expect(card().textContent).not.toContain('Take one 50 mg tablet.');
  });
});

test('the needs of the next step are a task that is ticked on the card', async () => {
  const liquid = { ...step(4, '2026-12-08', 15), prepare: 'Ask your pharmacist now.' };
  const data = taking50({ prescriptions: prescriptions.toSpliced(2, 0, liquid), prepareDays: 21 });
  const { host, person, container, unmount } = show(data);
  const task = within(card()).getByRole('group', {
    name: 'To prepare: 15 mg a day, planned from 08/12/2026',
  });
  expect(task.textContent).toContain('Ask your pharmacist now.');
  expect(await accessibilityViolations(container)).toEqual([]);
  await person.click(within(task).getByRole('checkbox', { name: 'This is prepared' }));
  expect(sentTo(host, prepareStep.path)).toMatchObject([{ body: { step: 4, prepared: true } }]);
  expect(task.textContent).not.toContain('Ask your pharmacist now.');
  await person.click(within(task).getByRole('checkbox', { name: 'This is prepared' }));
  expect(task.textContent).toContain('Ask your pharmacist now.');
  unmount();
  const stays = buildDoseReport({ day: '2026-11-18', dose: 50, step: 2, stay: { until: null } });
  show({ ...data, doseReports: [STARTED, TAKEN, stays] });
  within(card()).getByRole('group', { name: 'To prepare: 15 mg a day, planned' });
});

describe('at 0 mg', () => {
  const stop = (doseReports: DoseReport[]) => show(taking50({ doseReports, strengths: [61] }));

  test('the card honours the way there and says what comes next in the trial', () => {
    stop([STARTED, TAKEN, buildDoseReport({ day: '2026-11-19', dose: 0, step: 3 })]);
    expect(within(card()).getByText('0 mg a day')).toBeVisible();
    expect(within(card()).getByText('You have come all the way.')).toBeVisible();
    expect(within(card()).getByText('Surveys come next.')).toBeVisible();
    expect(card().textContent).not.toMatch(/pharmacist|strengths|Next step|too hard/);
    expect(within(card()).getByRole('button', { name: 'Talk to someone' })).toBeVisible();
    expect(within(card()).queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  test('with a step left out it asks to call, and honours nothing', () => {
    stop([STARTED, buildDoseReport({ day: '2026-11-01', dose: 0, step: 3 })]);
    expect(within(card()).getByText('Please call today.')).toBeVisible();
    expect(within(card()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
    expect(card().textContent).not.toContain('You have come all the way.');
  });
});

test('the content words the next step, and the praise for the last one stays a week', () => {
  const { unmount } = show(taking50());
  expect(card().textContent).toContain('Next step: 0 mg a day on 15/12/2026, in 25 days.');
  unmount();
  const lastStep = buildDoseReport({ day: '2026-11-12', dose: 0, step: 3 });
  const before = [STARTED, { ...TAKEN, day: '2026-11-11' }];
  const late = show(taking50({ doseReports: [...before, lastStep] }));
  expect(card().textContent).not.toContain('You have come all the way.');
  late.unmount();
  show(taking50({ doseReports: [...before, { ...lastStep, day: '2026-11-13' }] }));
  expect(card().textContent).toContain('You have come all the way.');
});
