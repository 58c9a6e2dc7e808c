import { describe, expect, test } from '@jest/globals';
import {
  askAboutDose,
  prepareStep,
  reportDose,
  saveStrengths,
} from '@stepwise/shared-contracts/calls/plan.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { screen, within } from '@testing-library/react';
import { onTimeline, press, show, step, tick } from '../testing/show-timeline.tsx';

// Today is Friday 20 November 2026 in Melbourne.
const prescriptions = [
  { ...step(1, '2026-10-20', 100), current: true },
  step(2, '2026-11-17', 50),
  { ...step(3, '2026-12-15', 0), days: 0 },
];
const STARTED = buildDoseReport({ day: '2026-10-20', dose: 100, step: 1, kind: 'starting' });
const TAKEN = buildDoseReport({ day: '2026-11-17', dose: 50, step: 2 });

const due = () => onTimeline({ prescriptions, doseReports: [STARTED] });
const card = () => screen.getByRole('region', { name: 'Today’s dose' });
const sentTo = (host: ReturnType<typeof show>['host'], path: string) =>
  host.outbox.state.getState().entries.filter((entry) => entry.path === path);

describe('on a due day', () => {
  test('the dose reported last stays, and four answers of the same weight are offered', async () => {
    const { container } = show(due());
    expect(within(card()).getByText('Sertraline')).toBeTruthy();
    expect(within(card()).getByText('100 mg a day')).toBeTruthy();
    expect(within(card()).queryByText('50 mg a day')).toBeNull();
    expect(card().textContent).toContain(
      'Planned from 17 November: sertraline 50 mg, if you and your doctor or nurse agree.',
    );
    const question = within(card()).getByRole('region', { name: 'Which dose do you take now?' });
    const answers = [
      '100 mg, as before',
      '50 mg, the planned step',
      'Another dose',
      'I need to talk to someone',
    ].map((name) => within(question).getByRole('button', { name }));
    expect(new Set(answers.map((answer) => answer.dataset.variant))).toEqual(new Set(['quiet']));
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  test('the planned step is taken by its answer, which can be changed the same day', async () => {
    const { host, person } = show(due());
    await press(person, '50 mg, the planned step');
    expect(sentTo(host, reportDose.path)).toMatchObject([{ body: { day: '2026-11-20', dose: 50, step: 2 } }]);
    expect(within(card()).getByText('50 mg a day')).toBeTruthy();
    await press(person, 'Change today’s answer');
    await press(person, '100 mg, as before');
    expect(within(card()).getByText('100 mg a day')).toBeTruthy();
  });

  test('needing to talk shows numbers, reaches the team and records no dose', async () => {
    const { host, person } = show(due());
    await press(person, 'I need to talk to someone');
    expect(within(card()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeTruthy();
    expect(sentTo(host, askAboutDose.path)).toMatchObject([{ body: { reason: 'talk' } }]);
    expect(sentTo(host, reportDose.path)).toEqual([]);
    expect(within(card()).getByText('100 mg a day')).toBeTruthy();
  });

  test('another dose is a number of mg from a day that is not ahead', async () => {
    const { host, person } = show(due());
    await press(person, 'Another dose');
    await press(person, 'Save this dose');
    expect(within(card()).getByText('Write the dose as a number, such as 37.5.')).toBeTruthy();
    await person.type(screen.getByLabelText('Dose in mg, in a whole day'), '75');
    await press(person, 'Save this dose');
    expect(sentTo(host, reportDose.path)).toMatchObject([
      { body: { day: '2026-11-20', dose: 75, step: null } },
    ]);
    expect(within(card()).getByText('75 mg a day')).toBeTruthy();
  });
});

test('a step that is too hard shows numbers and keeps the dose; going back up makes it wait', async () => {
  const { host, person } = show(onTimeline({ prescriptions, doseReports: [STARTED, TAKEN] }));
  await press(person, 'This step is too hard');
  expect(within(card()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeTruthy();
  expect(sentTo(host, askAboutDose.path)).toMatchObject([{ body: { reason: 'too-hard' } }]);
  expect(within(card()).getByText('50 mg a day')).toBeTruthy();
  await press(person, 'Another dose');
  await person.type(screen.getByLabelText('Dose in mg, in a whole day'), '100');
  await press(person, 'Save this dose');
  expect(within(card()).getByText('100 mg a day')).toBeTruthy();
  expect(card().textContent).toContain('It waits, without a day, until your team sets one with you.');
  expect(screen.queryByText('Which dose do you take now?')).toBeNull();
});

test('an assumed dose is not shown, and is asked for', async () => {
  const assumed = { ...TAKEN, kind: 'assumed' as const, reportedBy: null };
  const { person } = show(onTimeline({ prescriptions, doseReports: [STARTED, assumed] }));
  expect(card().textContent).toContain('We do not know which dose you take now.');
  expect(within(card()).queryByText(/mg a day$/)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Which dose are you taking now?' })).toBeTruthy();
  await press(person, '50 mg');
  expect(within(card()).getByText('50 mg a day')).toBeTruthy();
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
      { dose: 50, timesperday: 1 as const, forms: [61], text: 'Take one 50 mg tablet.' },
      { dose: 50, timesperday: 1 as const, forms: [62], text: 'Take half of a 100 mg tablet.' },
    ],
  },
];
const taking50 = (overrides: Partial<AllData> = {}) =>
  onTimeline({ prescriptions, doseReports: [STARTED, TAKEN], medication, ...overrides });

describe('how to make up the dose', () => {
  test('is said word for word once the strengths are known', async () => {
    const { host, person, container } = show(taking50());
    expect(card().textContent).not.toContain('pharmacist');
    await press(person, 'Which strengths do you have?');
    const group = screen.getByRole('group', { name: 'Which of these do you have at home?' });
    expect(document.activeElement).toBe(within(group).getByRole('checkbox', { name: '50 mg tablet' }));
    expect(await accessibilityViolations(container)).toEqual([]);
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [62] } }]);
    expect(within(card()).getByText('Take half of a 100 mg tablet.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Change your strengths');
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await tick(person, /100 mg tablet/);
    await press(person, 'Save');
    expect(within(card()).getByText('Take one 50 mg tablet.')).toBeTruthy();
    expect(within(card()).queryByText(/pharmacist/)).toBeNull();
  });

  test('stays as it is when the question is left, and none is an answer', async () => {
    const { host, person } = show(taking50({ strengths: [61] }));
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await press(person, 'Cancel');
    expect(sentTo(host, saveStrengths.path)).toEqual([]);
    expect(within(card()).getByText('Take one 50 mg tablet.')).toBeTruthy();
    await press(person, 'Change your strengths');
    await tick(person, /50 mg tablet/);
    await press(person, 'Save');
    expect(sentTo(host, saveStrengths.path)).toMatchObject([{ body: { strengths: [] } }]);
    expect(within(card()).getByText('Ask your pharmacist how to make up this dose.')).toBeTruthy();
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
    expect(within(card()).getByText('100 mg a day')).toBeTruthy();
    expect(card().textContent).not.toContain('Take one 50 mg tablet.');
  });
});

test('what the next step needs is a task that is ticked on the card', async () => {
  const liquid = { ...step(4, '2026-12-08', 15), prepare: 'Ask your pharmacist now.' };
  const { host, person, container } = show(
    taking50({ prescriptions: prescriptions.toSpliced(2, 0, liquid), prepareDays: 21 }),
  );
  const task = within(card()).getByRole('group', { name: /^To prepare: 15 mg a day, planned from/ });
  expect(task.textContent).toContain('Ask your pharmacist now.');
  expect(await accessibilityViolations(container)).toEqual([]);
  await person.click(within(task).getByRole('checkbox', { name: 'This is prepared' }));
  expect(sentTo(host, prepareStep.path)).toMatchObject([{ body: { step: 4, prepared: true } }]);
  expect(task.textContent).not.toContain('Ask your pharmacist now.');
  await person.click(within(task).getByRole('checkbox', { name: 'This is prepared' }));
  expect(task.textContent).toContain('Ask your pharmacist now.');
});

describe('at 0 mg', () => {
  const stop = (doseReports: DoseReport[]) => show(taking50({ doseReports, strengths: [61] }));

  test('the card honours the way there and says what comes next in the trial', () => {
    stop([STARTED, TAKEN, buildDoseReport({ day: '2026-11-19', dose: 0, step: 3 })]);
    expect(within(card()).getByText('0 mg a day')).toBeTruthy();
    expect(within(card()).getByText('You have come all the way.')).toBeTruthy();
    expect(within(card()).getByText('Surveys come next.')).toBeTruthy();
    expect(card().textContent).not.toMatch(/pharmacist|strengths|Planned/);
  });

  test('with a step left out it asks to call, and honours nothing', () => {
    stop([STARTED, buildDoseReport({ day: '2026-11-19', dose: 0, step: 3 })]);
    expect(within(card()).getByText('Please call today.')).toBeTruthy();
    expect(within(card()).getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeTruthy();
    expect(card().textContent).not.toContain('You have come all the way.');
  });
});

test('the content words the next step and what is said where a step is too hard', async () => {
  const { person } = show(taking50());
  expect(card().textContent).toContain('Planned. Next step: 0 mg a day on 15/12/2026, in 25 days.');
  await press(person, 'This step is too hard');
  expect(within(card()).getByText('Keep to the dose you take now.')).toBeTruthy();
});
