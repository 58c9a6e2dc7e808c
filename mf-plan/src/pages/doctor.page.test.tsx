import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import {
  buildHelp,
  buildRecord,
  buildSymptom,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { markup } from '@stepwise/tooling/testing/markup';
import { act, screen, within } from '@testing-library/react';
import { openPlan } from '../testing/open-plan.tsx';
import { stepsFrom, withPlan } from '../testing/plan-data.ts';

const definition = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

// Of 20/11/2026. The first step was in force when the plan was saved.
const plan = stepsFrom('2026-10-01', [300, 150, 75, 37, 0]).map((step, index) => ({
  ...step,
  planned: step.date,
  current: index === 0,
  note: step.dose === 0 ? '' : 'Swallow it whole.',
  ...([75, 37].includes(step.dose) && { prepare: 'Ask now.' }),
}));
const report = (day: string, dose: number, step: number, kind: DoseReport['kind']): DoseReport => ({
  day,
  dose,
  step,
  kind,
  reportedAt: `${day}T09:00:00.000Z`,
  reportedBy: kind === 'assumed' ? null : 'participant',
  schedule: 17,
});
const started = report('2026-10-01', 300, 1, 'starting');
const symptom = (id: number, text: string, redflag = false) => buildSymptom({ id, text, redflag });
const onDay = (localDate: string, symptoms: ReturnType<typeof symptom>[]) =>
  buildRecord({ date: localDate, localDate, mood: false, symptoms });
const data = (doseReports: DoseReport[]) =>
  withPlan({
    schedule: 17,
    prescriptions: plan,
    doseReports,
    user: buildUser({
      randomise: true,
      consentAgree: true,
      homestep: HOME_STEP.timeline,
      startdose: 300,
      timesperday: 2,
      lastName: 'Tran',
    }),
    doctor: { name: 'Dr Kim Nguyen', phone: '', email: '' },
    records: [
      onDay('2026-10-20', [symptom(1, 'Panic')]),
      onDay('2026-11-01', [symptom(2, 'Dizzy'), symptom(3, 'Feeling low', true)]),
      onDay('2026-11-02', [symptom(2, 'Dizzy')]),
    ],
    strengths: [92],
    medication: [
      { id: 6, setupoption: 106, doses: [], forms: [{ id: 92, text: '100 mg tablet' }] },
      {
        id: 9,
        setupoption: 109,
        doses: [],
        forms: [
          { id: 91, text: '37.5 mg capsule' },
          { id: 92, text: '75 mg capsule' },
        ],
      },
    ],
    symptoms: [symptom(2, 'Dizzy'), symptom(3, 'Feeling low', true), symptom(4, 'Panic', true)],
    courseQuestions: [
      { when: ['step'], text: 'Is {dose} right until {date}?' },
      { when: ['start'], text: 'Do you agree?' },
      { medicines: [6], text: 'How do I take half of a tablet?' },
      { medicines: [9], text: 'How do I take less than 37.5 mg?' },
      { text: 'Whom do I call?' },
    ],
  });
const open = (doseReports: DoseReport[]) => openPlan({ data: data(doseReports), search: '?page=doctor' });
const itemsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the page for the doctor says what was taken and what is planned, with counts of each answer', () => {
  open([started, report('2026-10-30', 150, 2, 'step')]);
  expect(
    screen.getByText(/^A Stepwise plan to reduce an antidepressant, for/, { selector: 'p' }).textContent,
  ).toBe(
    'A Stepwise plan to reduce an antidepressant, for Alex Tran, to talk about with Dr Kim Nguyen. Printed on 20/11/2026.',
  );
  expect(screen.getByText(/^Each dose is for a whole day, taken in two parts each day/)).toBeVisible();
  expect(definition('Dose now')).toBe('150 mg, reported from 30/10/2026');
  expect(definition('Next dose')).toBe('75 mg, planned from 27/11/2026');
  expect(
    screen.getByText('Since 150 mg: 2 of 22 days recorded; sleep good on 2, mood on 0, activity on 2.'),
  ).toBeVisible();
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children]
        .map(({ textContent }) => textContent)
        .join(' ')
        .trim(),
    );
  expect(rows).toEqual([
    '300 mg 01/10/2026 01/10/2026 1 of 29 1 0 1 0',
    '150 mg 29/10/2026 30/10/2026 2 of 22 2 0 2 1',
    '75 mg 27/11/2026',
    '37.5 mg 25/12/2026',
    '0 mg 22/01/2027',
  ]);
});

test('the page for the doctor leads back to the summary where it was opened by its address', async () => {
  const { person, address } = open([started]);
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/plan?page=summary');
});

test('the page for the doctor leads back to the page that it was opened from', async () => {
  const { person, address } = openPlan({ data: data([started]), search: '?page=11' });
  await person.click(screen.getByRole('link', { name: 'What to take to the doctor' }));
  expect(address()).toBe('/plan?page=doctor');
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/plan?page=11');
});

test('the page for the doctor names no doctor, questions or notes where there are none, and no step ahead while help is on', () => {
  const help = buildHelp({ selfHarm: { at: '2026-11-20T00:00:00.000Z', isOpen: true, readAt: null } });
  const whole = data([started, report('2026-10-30', 150, 2, 'step')]);
  const prescriptions = plan.map((step) => ({ ...step, note: '', prepare: '' }));
  const doctor = { name: '', phone: '', email: '' };
  openPlan({ data: { ...whole, doctor, help, prescriptions, courseQuestions: [] }, search: '?page=doctor' });
  expect(document.body.textContent).not.toContain('to talk about with');
  for (const name of ['Questions for this step', 'Notes of the steps'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(definition('Next dose')).toMatch('Change nothing on your own');
});

test('the page for the doctor has the doses of an earlier plan, from a server that knows no reports', () => {
  const { doseReports: _, ...whole } = data([]);
  const pastPrescriptions = [{ date: '2026-09-01', dose: 225, schedule: 17 }];
  openPlan({ data: { ...whole, pastPrescriptions }, search: '?page=doctor' });
  expect(screen.getByRole('row', { name: /^225 mg 01\/09\/2026/ })).toBeVisible();
});

test('the page for the doctor lists the symptoms since the last step, the warning days and what to ask at this step', async () => {
  const { view } = open([started, report('2026-10-30', 150, 2, 'step')]);
  expect(itemsOf('Most frequent since 150 mg')).toEqual(['Dizzy: 2 of 2 days', 'Feeling low: 1 of 2 days']);
  expect(itemsOf('Days with a warning sign')).toEqual(['01/11/2026: Feeling low']);
  expect(itemsOf('Questions for this step')).toEqual([
    'Is 150 mg right until 27/11/2026?',
    'How do I take less than 37.5 mg?',
    'Whom do I call?',
  ]);
  expect(screen.getByRole('link', { name: 'Save as PDF' }).getAttribute('href')).toBe(
    '/documents/my-course.pdf',
  );
  expect(await accessibilityViolations(view.container)).toEqual([]);
});

test('the page for the doctor says the strengths at home, what the steps ahead need and the warning signs to watch for', () => {
  open([started, report('2026-10-30', 150, 2, 'step')]);
  expect(definition('Strengths at home')).toBe('75 mg capsule');
  expect(screen.getByRole('region', { name: 'Warning signs I watch for' }).textContent).toContain(
    'Feeling low; Panic.',
  );
  expect(itemsOf('Notes of the steps')).toEqual([
    '150 mg: Swallow it whole.',
    '75 mg, 37.5 mg: Ask now. Swallow it whole.',
  ]);
});

test('the page for the doctor shows no dose as taken that no one reported', () => {
  open([started, report('2026-10-29', 150, 2, 'assumed')]);
  expect(definition('Dose now')).toBe('Not known: no one has confirmed which dose is taken');
  expect(screen.getByRole('row', { name: /^150 mg 29\/10\/2026 not confirmed/ })).toBeVisible();
});

test('after the last step no dose is planned', () => {
  const stopped = plan.slice(1).map(({ date, dose, id }) => report(date, dose, id, 'step'));
  const past = stopped.map((each, index) => ({ ...each, day: `2026-11-1${index}` }));
  open([started, ...past]);
  expect(definition('Dose now')).toBe('0 mg, reported from 13/11/2026');
  expect(definition('Next dose')).toBe('None is planned');
});

test.each([{ leftplan: true }, { consentAgree: false }])(
  'none is planned once the plan ended: %o',
  (user) => {
    const whole = data([started, report('2026-10-29', 150, 2, 'step')]);
    openPlan({ data: { ...whole, user: { ...whole.user, ...user } }, search: '?page=doctor' });
    expect(definition('Dose now')).toBe('150 mg, reported from 29/10/2026');
    expect(definition('Next dose')).toBe('None is planned');
  },
);

const moved = plan.map((step) =>
  step.dose === 75 ? { ...step, date: '2026-12-04', planned: '2026-12-04' } : step,
);
test.each<[string, Partial<AllData>]>([
  ['the day of a step', { prescriptions: moved }],
  ['the dose that is taken', { doseReports: [started, report('2026-11-13', 150, 2, 'step')] }],
  ['a record', { records: [onDay('2026-10-20', [symptom(1, 'Panic')])] }],
  ['the strengths at home', { strengths: [91, 92] }],
  ['the words of doses', { schedules: [buildVenlafaxineSchedule({ doseWords: [] })] }],
  ['help', { help: buildHelp({ selfHarm: { at: '2026-11-20T00:00:00.000Z', isOpen: true, readAt: null } }) }],
])('the page for the doctor that is open shows %s as one that is opened now', (_, change) => {
  const before = data([started, report('2026-10-30', 150, 2, 'step')]);
  const page = openPlan({ data: before, search: '?page=doctor' });
  const earlier = markup(page.view.container);
  act(() => page.host.store.server.setState(change));
  const followed = markup(page.view.container);
  page.view.unmount();
  const opened = openPlan({ data: { ...before, ...change }, search: '?page=doctor' });
  expect(followed).toBe(markup(opened.view.container));
  expect(followed).not.toBe(earlier);
});
