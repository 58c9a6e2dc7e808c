import { describe, expect, test } from '@jest/globals';
import { askAboutDose, reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { screen, within } from '@testing-library/react';
import { onTimeline, press, show, step } from '../testing/show-timeline.tsx';

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
