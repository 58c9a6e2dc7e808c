// In one file: each page of the wizard is reached through those before it.
import '@testing-library/jest-dom/jest-globals';
import { expect, jest, test } from '@jest/globals';
import { saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import {
  buildDoseReport,
  buildHelp,
  buildRecord,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openPlan } from '../testing/open-plan.tsx';
import { ALL_ANSWERS, atSetup, stepsFrom, withPlan } from '../testing/plan-data.ts';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const next = () => screen.getByRole('button', { name: 'Next' });
const rejectWith = (code: 'not-allowed' | 'unprocessable') => () => {
  throw new CallError(code, 'No.', { status: 403 });
};
const ready = () => atSetup({ setupAnswers: ALL_ANSWERS });

/** Answers of the server for a plan with schedule 11. */
function answerPlan({ host }: ReturnType<typeof openPlan>) {
  host.answer(setupSaveOption, () => ({}));
  host.answer(setupScore, () => ({ body: { schedule: 11, timesperday: 1 as const, startdose: 200 } }));
  host.answer(saveSchedule, () => ({
    body: {
      prescriptions: stepsFrom('2026-11-20', [200, 150, 100, 0]),
      startdose: 200,
      homestep: HOME_STEP.timeline,
    },
  }));
}

test('a participant outside the reduction arm is sent home', () => {
  const { address } = openPlan({ data: atSetup({ user: buildUser({ randomise: false }) }) });
  expect(address()).toBe('/');
});

test('page 1 saves both people, then goes on', async () => {
  const support = { name: 'Jo', phone: '0491-570-110' };
  const doctorBefore = { name: '', phone: '0491-570-006', email: 'kim@example.org' };
  const data = atSetup({ doctor: doctorBefore, support });
  const { host, person, address } = openPlan({ data, search: '?page=1' });
  host.answer(saveDoctor, () => ({}));
  host.answer(saveSupport, () => ({}));
  expect(heading()).toBe("Let's check your details are correct and up to date");
  expect(screen.getByText('Page 1 of 5 - Do these pages with your Doctor or Nurse')).toBeVisible();
  expect(document.querySelector('progress')).toHaveAttribute('value', '1');
  expect(screen.queryByText('Back')).toBeNull();
  const doctor = within(screen.getByRole('group', { name: /doctor/i }));
  await person.type(doctor.getByLabelText('Name'), ' Dr Kim ');
  await person.click(next());
  await waitFor(() => expect(address()).toBe('/plan?page=2'));
  expect(host.sent).toEqual([
    { path: '/api/save-doctor/', body: { name: 'Dr Kim', phone: '0491-570-006', email: 'kim@example.org' } },
    { path: '/api/save-support/', body: { name: 'Jo', phone: '0491-570-110' } },
  ]);
  expect(host.store.getState().doctor.name).toBe('Dr Kim');
  expect(host.outbox.state.getState().typed).toEqual({});
});

test('page 1 stays when an email is wrong, and goes on without a network', async () => {
  const { host, person, address } = openPlan({ data: atSetup(), search: '?page=1' });
  const email = screen.getByLabelText('Email');
  await person.type(email, 'kim');
  await person.click(next());
  expect(document.activeElement).toBe(email);
  expect(email).toHaveAccessibleDescription(/email address/);
  expect(host.sent).toHaveLength(0);
  await person.clear(email);
  await person.click(next());
  await waitFor(() => expect(address()).toBe('/plan?page=2'));
});

test('page 1 keeps what was typed and not saved', async () => {
  const { host, person, browserBack } = openPlan({ data: atSetup(), search: '?page=0' });
  const doctor = () => within(screen.getByRole('group', { name: /doctor/i })).getByLabelText('Name');
  await person.click(screen.getByRole('link', { name: 'Next' }));
  await person.type(doctor(), 'Dr Kim');
  const support = () => within(screen.getByRole('group', { name: /support/i })).getByLabelText('Name');
  await person.type(support(), 'Jo');
  await browserBack();
  await person.click(screen.getByRole('link', { name: 'Next' }));
  expect(doctor()).toHaveValue('Dr Kim');
  expect(support()).toHaveValue('Jo');
  expect(host.sent).toHaveLength(0);
});

test('page 1 says that a save waits, whichever of the two it is', async () => {
  const { host, person } = openPlan({ data: atSetup(), search: '?page=1' });
  host.answer(saveDoctor, () => ({}));
  host.answer(saveSupport, () => new Promise<never>(() => {}));
  await person.click(next());
  expect(await screen.findByText('Saving…')).toBeVisible();
  expect(next()).toHaveAttribute('aria-busy', 'true');
});

test('page 1 stays where the server rejects what was typed', async () => {
  const { host, person, address } = openPlan({ data: atSetup(), search: '?page=1' });
  host.answer(saveDoctor, rejectWith('unprocessable'));
  host.answer(saveSupport, () => ({}));
  await person.type(within(screen.getByRole('group', { name: /doctor/i })).getByLabelText('Name'), 'Dr Kim');
  await person.click(next());
  await waitFor(() => expect(host.sent).toHaveLength(2));
  await act(async () => {});
  expect(address()).toBe('/plan?page=1');
});

test('Next says why it does nothing until every question of the page is answered', async () => {
  const { host, person, address } = openPlan({ data: atSetup(), search: '?page=2' });
  host.answer(setupSaveOption, () => ({}));
  expect(screen.getByText('Page 2 of 5')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/plan?page=1');
  expect(screen.queryAllByRole('radio', { checked: true })).toHaveLength(0);
  const first = /^Choose your .* first/;
  expect(screen.getByText(first)).toBeVisible();
  await person.click(next());
  expect(address()).toBe('/plan?page=2');
  expect(next().getAttribute('aria-disabled')).toBe('true');

  await person.click(screen.getByLabelText('Venlafaxine'));
  await person.click(screen.getByLabelText('Twice a day'));
  expect(screen.queryByLabelText('200 mg')).toBeNull();
  expect(screen.queryByText(first)).toBeNull();
  await person.click(next());
  expect(address()).toBe('/plan?page=2');
  expect(next().getAttribute('aria-disabled')).toBe('true');
  await person.click(screen.getByLabelText('37.5 mg'));
  await person.click(next());
  expect(address()).toBe('/plan?page=3');
  expect(host.sent.map(({ body }) => body)).toEqual([
    { questionId: 1, optionId: 109 },
    { questionId: 2, optionId: 202 },
    { questionId: 3, optionId: 392 },
  ]);
});

test('another medicine clears the dose that was chosen for the first', async () => {
  const { host, person } = openPlan({ data: ready(), search: '?page=2' });
  host.answer(setupSaveOption, () => ({}));
  await person.click(screen.getByLabelText('Venlafaxine'));
  expect(host.store.getState().setupAnswers).toContainEqual({ qid: 3, oid: null });
  expect(next().getAttribute('aria-disabled')).toBe('true');
  await person.click(screen.getByLabelText('Sertraline'));
  expect(screen.getByLabelText<HTMLInputElement>('200 mg').checked).toBe(false);
});

test('a rejected answer reverts to the one before', async () => {
  const { host, person } = openPlan({ data: ready(), search: '?page=3' });
  host.answer(setupSaveOption, rejectWith('not-allowed'));
  await person.click(screen.getByLabelText('Yes'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true));
});

test('going on from page 5 scores, chooses the schedule and shows its steps', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  answerPlan(plan);
  expect(heading()).toBe('In a normal week, how many times do you do...');
  expect(screen.queryByText(/replaces the old one/)).toBeNull();
  await plan.person.click(next());
  await waitFor(() => expect(heading()).toBe('Your recommended schedule'));
  expect(plan.sent('/api/save-schedule/')).toEqual([{ schedule: 11 }]);
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /Reduce to from 18\/12\/2026 150 mg for 28 days/ })).toBeVisible(),
  );
  expect(plan.host.store.getState().user).toMatchObject({ startdose: 200, timesperday: 1, homestep: 4 });
});

test('the score is not asked for while an answer is unsent', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  await plan.person.click(screen.getByLabelText('0'));
  await plan.person.click(next());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch('could not be worked out'));
  expect(plan.sent('/api/setup-score/')).toHaveLength(0);
  expect(plan.address()).toBe('/plan?page=5');

  answerPlan(plan);
  await plan.person.click(next());
  await waitFor(() => expect(plan.address()).toBe('/plan?page=6'));
});

test('where the server misses an answer, what it has is read, and no schedule is chosen', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  answerPlan(plan);
  plan.host.answer(setupScore, rejectWith('unprocessable'));
  const refresh = jest.spyOn(plan.host, 'refresh');
  await plan.person.click(next());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch('could not be worked out'));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(plan.address()).toBe('/plan?page=5');
  expect(plan.sent('/api/save-schedule/')).toEqual([]);
  await plan.person.click(screen.getByLabelText('0'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where no score comes what the server has is not read again', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  const refresh = jest.spyOn(plan.host, 'refresh');
  await plan.person.click(next());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch('could not be worked out'));
  expect(refresh).not.toHaveBeenCalled();
});

test('what waits beside the answers does not keep the schedule from being worked out', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  void plan.host.outbox.send(saveDoctor, { name: 'Dr Kim', phone: '', email: '' });
  answerPlan(plan);
  await plan.person.click(next());
  await waitFor(() => expect(plan.address()).toBe('/plan?page=6'));
  expect(plan.host.outbox.state.getState().entries).toMatchObject([{ path: '/api/save-doctor/' }]);
});

test('an answer still on its way is awaited before the score', async () => {
  const plan = openPlan({ data: ready(), search: '?page=5' });
  answerPlan(plan);
  const answered = Promise.withResolvers<object>();
  plan.host.answer(setupSaveOption, () => answered.promise);
  await plan.person.click(screen.getByLabelText('0'));
  await plan.person.click(next());
  expect(plan.sent('/api/setup-score/')).toHaveLength(0);
  expect(next()).toHaveAttribute('aria-busy', 'true');
  answered.resolve({});
  await waitFor(() => expect(plan.sent('/api/setup-score/')).toHaveLength(1));
});

test('after a changed answer page 6 opens only through a new score', async () => {
  const plan = openPlan({ data: withPlan(), search: '?page=5' });
  answerPlan(plan);
  expect(screen.getByText(/replaces the old one/)).toBeVisible();
  await plan.person.click(screen.getByRole('link', { name: 'Back' }));
  await plan.person.click(screen.getByLabelText('0'));
  await plan.person.click(next());
  await plan.person.click(next());
  await waitFor(() => expect(plan.address()).toBe('/plan?page=6'));
  expect(plan.sent('/api/setup-score/')).toHaveLength(1);
  await plan.person.click(screen.getByRole('link', { name: 'Next' }));
  expect(plan.address()).toBe('/plan?page=7');
  expect(screen.getByText('Your tracker, 1 of 4')).toBeVisible();
});

test('after a changed answer the browser’s Back does not show the schedule of the old answers', async () => {
  const plan = openPlan({ data: withPlan(), search: '?page=6' });
  answerPlan(plan);
  await plan.person.click(screen.getByRole('link', { name: 'Back' }));
  await plan.person.click(screen.getByLabelText('0'));
  await plan.browserBack();
  expect(plan.address()).toBe('/plan?page=5');
});

test('page 6: choosing another schedule shows no dose until the server has generated it', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=6' });
  const answered = Promise.withResolvers<object>();
  host.answer(saveSchedule, () => answered.promise as never);
  expect(
    screen.getByText('Ask your Doctor for a prescription if they agree with the recommendation below:'),
  ).toBeVisible();
  expect(screen.queryByLabelText('Venlafaxine, slower steps')).toBeNull();
  expect(screen.getByText('Four weeks on each step.')).toBeVisible();
  await person.click(screen.getByLabelText('Sertraline, slower steps'));
  expect(host.announced).toEqual(['Sertraline, slower steps. The steps are worked out again from today.']);
  expect(screen.getByText('Smaller steps.')).toBeVisible();
  expect(screen.getByLabelText<HTMLInputElement>('Sertraline, slower steps').checked).toBe(true);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Working out the dates and doses…',
  );

  const pastPrescriptions = [{ date: '2026-10-20', dose: 225, schedule: 11 }];
  answered.resolve({
    body: {
      prescriptions: stepsFrom('2026-11-20', [200, 125, 0]),
      pastPrescriptions,
      startdose: 200,
      homestep: HOME_STEP.timeline,
    },
  });
  await waitFor(() => expect(screen.getByRole('row', { name: /125 mg/ })).toBeVisible());
  expect(sent('/api/save-schedule/')).toEqual([{ schedule: 12 }]);
  expect(host.store.getState().pastPrescriptions).toEqual(pastPrescriptions);
});

test('page 6: the only schedule of a medicine is not a choice', () => {
  const schedules = withPlan().schedules.filter(({ id }) => id !== 12);
  openPlan({ data: withPlan({ schedules }), search: '?page=6' });
  expect(heading()).toBe('Your recommended schedule');
  expect(screen.queryByRole('radio')).toBeNull();
});

test('page 6: a rejected choice leaves the plan as it was', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=6' });
  host.answer(saveSchedule, rejectWith('not-allowed'));
  await person.click(screen.getByLabelText('Sertraline, slower steps'));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Sertraline, standard steps').checked).toBe(true),
  );
  expect(
    screen.getByRole('row', { name: /Current dose from 20\/11\/2026 200 mg for 28 days/ }),
  ).toBeVisible();
});

test('page 6: a choice that was saved stays when the plan cannot be read again', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=6' });
  host.refresh = () => Promise.reject(new CallError('unreachable', 'No answer came.'));
  host.answer(saveSchedule, () => ({
    body: {
      prescriptions: stepsFrom('2026-11-20', [200, 125, 0]),
      startdose: 200,
      homestep: HOME_STEP.timeline,
    },
  }));
  await person.click(screen.getByLabelText('Sertraline, slower steps'));
  expect(await screen.findByRole('row', { name: /125 mg/ })).toBeVisible();
  expect(screen.getByLabelText<HTMLInputElement>('Sertraline, slower steps').checked).toBe(true);
});

test('a rejected new plan leaves the old one with its own times a day', async () => {
  const data = withPlan({
    schedule: 17,
    prescriptions: stepsFrom('2026-11-20', [300, 0]),
    user: buildUser({
      randomise: true,
      consentAgree: true,
      homestep: HOME_STEP.timeline,
      startdose: 300,
      timesperday: 2,
    }),
  });
  const plan = openPlan({ data, search: '?page=5' });
  answerPlan(plan);
  plan.host.answer(saveSchedule, rejectWith('not-allowed'));
  await plan.person.click(next());
  expect(await screen.findByRole('row', { name: /300 mg 150mg twice a day/ })).toBeInTheDocument();
});

test('page 6: of two choices the last one wins, and no steps of the first show under its name', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=6' });
  const generated = (dose: number) => ({
    body: {
      prescriptions: stepsFrom('2026-11-20', [200, dose, 0]),
      startdose: 200,
      homestep: HOME_STEP.timeline,
    },
  });
  const first = Promise.withResolvers<ReturnType<typeof generated>>();
  const second = Promise.withResolvers<ReturnType<typeof generated>>();
  host.answer(saveSchedule, (body) =>
    (body as { schedule: number }).schedule === 12 ? first.promise : second.promise,
  );
  await person.click(screen.getByLabelText('Sertraline, slower steps'));
  await person.click(screen.getByLabelText('Sertraline, standard steps'));
  await act(async () => first.resolve(generated(12)));
  expect(host.sent).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('Sertraline, standard steps').checked).toBe(true);
  expect(screen.queryByRole('table')).toBeNull();
  await act(async () => second.resolve(generated(11)));
  expect(screen.getByRole('row', { name: /11 mg/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /12 mg/ })).toBeNull();
});

test('page 6: venlafaxine twice a day shows each dose with its split', () => {
  const data = withPlan({
    schedule: 17,
    prescriptions: stepsFrom('2026-11-20', [300, 225, 150, 75, 37, 0]),
    doseReports: [buildDoseReport({ day: '2026-11-20', dose: 300, step: 1, kind: 'starting' })],
    user: buildUser({
      randomise: true,
      consentAgree: true,
      homestep: HOME_STEP.timeline,
      startdose: 300,
      timesperday: 2,
    }),
  });
  openPlan({ data, search: '?page=6' });
  const doses = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent?.trim());
  expect(doses).toEqual([
    '300 mg 150mg twice a day',
    '225 mg 150mg once plus 75mg once',
    '150 mg 75mg twice a day',
    '75 mg 75mg once a day',
    '37.5 mg 37.5mg once a day',
    '0 mg',
  ]);
});

test('a started plan is shown on page 6 though questions of the wizard have no answer', async () => {
  const setupAnswers = [{ qid: 1, oid: null }];
  const { person, address } = openPlan({
    data: withPlan({ records: [buildRecord()], setupAnswers }),
    search: '?page=5',
  });
  expect(address()).toBe('/plan?page=5');
  expect(screen.getByText('Not answered')).toBeVisible();
  await person.click(next());
  expect(address()).toBe('/plan?page=6');
});

test('page 6 offers no choice where the medicine has only one schedule', () => {
  const [first] = withPlan().schedules;
  openPlan({ data: withPlan({ schedules: first ? [first] : [] }), search: '?page=6' });
  expect(screen.getByRole('row', { name: /200 mg/ })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('page 6 draws no step that waits for a new day', () => {
  const doseReports = [
    buildDoseReport({ day: '2026-10-01', dose: 200, step: 1, kind: 'starting' }),
    buildDoseReport({ day: '2026-10-29', dose: 150, step: 2 }),
    buildDoseReport({ day: '2026-11-10', dose: 200, step: 1 }),
  ];
  const prescriptions = stepsFrom('2026-10-01', [200, 150, 100, 0]);
  openPlan({ data: withPlan({ prescriptions, doseReports }), search: '?page=6' });
  const drawing = screen.getByRole('img').textContent;
  expect(drawing).toContain('200 mg');
  expect(drawing).not.toContain('150 mg');
});

test('once the first day is recorded the wizard shows the plan and never changes it', async () => {
  const data = withPlan({ records: [buildRecord()], setupAnswers: ALL_ANSWERS.slice(0, -1) });
  const { person, address, host } = openPlan({ data, search: '?page=4' });
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText('1 or 2')).toBeVisible();
  await person.click(next());
  expect(address()).toBe('/plan?page=5');
  expect(screen.getByText('Not answered')).toBeVisible();
  expect(screen.queryByText(/replaces the old one/)).toBeNull();
  await person.click(next());
  expect(address()).toBe('/plan?page=6');
  const notice = screen.getByText('Your plan has started').parentElement as HTMLElement;
  expect(notice).toHaveTextContent('call the research team on 03 5550 0000 (Monday to Friday');
  expect(within(notice).getByRole('link')).toHaveAttribute('href', 'tel:0355500000');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(host.sent).toHaveLength(0);
});

test('an acting researcher may change a started plan', () => {
  openPlan({ data: withPlan({ records: [buildRecord()], adminActing: true }), search: '?page=6' });
  expect(screen.getByLabelText('Sertraline, slower steps')).toBeVisible();
  expect(screen.queryByText('Your plan has started')).toBeNull();
});

test('an acting researcher reads that the dose has to be reported before the plan is changed', () => {
  const doseReports = [
    buildDoseReport({ day: '2026-11-20', dose: 200, step: 1, kind: 'assumed', reportedBy: null }),
  ];
  const data = withPlan({ records: [buildRecord()], adminActing: true, doseReports });
  openPlan({ data, search: '?page=6' });
  expect(screen.getByText('The dose taken now is not known')).toBeVisible();
  expect(screen.getByText('Report it on Home first. A changed plan goes on from there.')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a plan stands as on the person’s own day, while UTC has the next', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: 'Pacific/Honolulu' };
  });
  try {
    const doseReports = [
      buildDoseReport({ day: '2026-10-23', dose: 200, step: 1, kind: 'starting' }),
      buildDoseReport({ day: '2026-11-20', dose: 150, step: 2, kind: 'assumed', reportedBy: null }),
    ];
    const prescriptions = stepsFrom('2026-10-23', [200, 150, 100, 0]);
    const data = withPlan({ records: [buildRecord()], adminActing: true, prescriptions, doseReports });
    openPlan({ data, search: '?page=6' });
    expect(screen.queryByText('The dose taken now is not known')).toBeNull();
    expect(screen.queryByText(/^We do not know which dose/)).toBeNull();
  } finally {
    zone.mockRestore();
  }
});

test('a participant who withdrew sees the plan and changes nothing', () => {
  const plan = withPlan();
  openPlan({ data: { ...plan, user: { ...plan.user, consentAgree: false } }, search: '?page=6' });
  expect(screen.getByText('You no longer take part')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('page 6 offers and recommends no schedule while help is on', () => {
  const help = buildHelp({ selfHarm: { at: '2026-11-20T00:00:00.000Z', isOpen: true, readAt: null } });
  openPlan({ data: withPlan({ records: [], help }), search: '?page=6' });
  expect(heading()).toBe('Your schedule');
  expect(screen.getByText(/Change nothing on your own/)).toBeVisible();
  expect(screen.queryByText(/Ask your Doctor for a prescription/)).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.body.textContent).not.toMatch(/150 mg|100 mg/);
});

test.each([
  ['a participant', false],
  ['an acting researcher', true],
])('page 6: the starting dose is offered to %s: %s', (_, adminActing) => {
  openPlan({ data: withPlan({ adminActing }), search: '?page=6' });
  expect(screen.queryAllByRole('group', { name: 'Starting dose' })).toHaveLength(adminActing ? 1 : 0);
});

test.each([
  [150, 'Stay on your present dose. To go on'],
  [0, 'To go on'],
])('who left the plan at %i mg reads what to do, and changes nothing', (dose, words) => {
  const plan = withPlan({
    doseReports: [buildDoseReport({ day: '2026-11-20', dose, step: null, kind: 'other' })],
  });
  openPlan({ data: { ...plan, user: { ...plan.user, leftplan: true } }, search: '?page=6' });
  const notice = screen.getByText('You have left the plan').parentElement;
  expect(notice?.textContent).toContain(`You have left the plan${words} with the plan`);
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a plan under way says which step is today’s', () => {
  openPlan({
    data: withPlan({
      prescriptions: stepsFrom('2026-10-01', [200, 150, 100, 0]),
      doseReports: [
        buildDoseReport({ day: '2026-10-01', dose: 200, step: 1, kind: 'starting' }),
        buildDoseReport({ day: '2026-10-29', dose: 150, step: 2 }),
      ],
    }),
    search: '?page=6',
  });
  const today = screen.getByText('Your step today').closest('tr');
  expect(today?.textContent).toMatch('150 mg');
  expect(screen.getByText('1 step done')).toBeVisible();
});

test('print prints', async () => {
  const print = jest.fn();
  window.print = print;
  const { person } = openPlan({ data: withPlan(), search: '?page=6' });
  await person.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('page 11 congratulates, names the next steps, and its Next goes home', async () => {
  const { person, address } = openPlan({ data: withPlan(), search: '?page=11' });
  expect(heading()).toBe('Congratulations! You have set up your well-being plan.');
  const steps = within(screen.getByRole('region', { name: 'Next steps' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Arrange to speak with your doctor about the new prescription.',
    'When you are ready to start, log in and record your feelings daily. It takes about 2 minutes.',
  ]);
  await person.click(screen.getByRole('link', { name: 'Next' }));
  expect(address()).toBe('/');
});

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])('Back on page %i leads to the page before', async (page) => {
  const { person, address } = openPlan({ data: withPlan(), search: `?page=${page}` });
  await person.click(screen.getByRole('link', { name: 'Back' }));
  expect(address()).toBe(`/plan?page=${page - 1}`);
});
