// In one file: every section is of one page, opened in the same way.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, test } from '@jest/globals';
import {
  planFindings,
  previewMedcustom,
  saveDose,
  saveMedcustom,
} from '@stepwise/shared-contracts/calls/plan.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { buildDoseReport, buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { openPlan } from '../testing/open-plan.tsx';
import { stepsFrom, withPlan } from '../testing/plan-data.ts';

const acting = () => withPlan({ adminActing: true });
const region = (name: string) => within(screen.getByRole('region', { name }));

function openActing(data = acting()) {
  const plan = openPlan({ data });
  plan.host.answer(planFindings, () => ({ body: { findings: [] } }));
  return plan;
}

test('shows every section with an edit button, the schedule’s only to an acting researcher', () => {
  openPlan({ data: withPlan() });
  for (const name of [
    'Your details',
    'Activities',
    'Sleep symptoms',
    'Mood symptoms',
    'Symptoms that may affect activity',
  ])
    expect(region(name).getByRole('button', { name: /^Edit/ })).toBeVisible();
  expect(region('Your doctor or nurse').getByRole('button')).toBeVisible();
  expect(region('Your support person').getByRole('button')).toBeVisible();
  expect(region('Medication schedule').queryByRole('button')).toBeNull();
  expect(region('Medication schedule').queryByRole('link')).toBeNull();
  expect(
    region('Medication schedule').getByRole('row', { name: /Reduce to .* 150 mg for 28 days/ }),
  ).toBeVisible();
});

test('shows how to reach the doctor, and that no support person is given', () => {
  const doctor = { name: 'Dr Kim', phone: '0355-500-011', email: 'kim@example.org' };
  const user = { ...withPlan().user, timesperday: 2 as const };
  openPlan({ data: withPlan({ doctor, user }) });
  expect(
    screen.getByText('Sertraline, standard steps, from 200 mg in a whole day, taken in two parts each day'),
  ).toBeVisible();
  expect(region('Your doctor or nurse').getByText('Dr Kim, 0355-500-011, kim@example.org')).toBeVisible();
  expect(region('Your support person').getByText('Not given yet')).toBeVisible();
});

test('the step that begins today is marked as the one in force', () => {
  openPlan({ data: withPlan() });
  const groups = region('Medication schedule').getAllByRole('rowgroup');
  const marked = groups.filter(({ dataset }) => dataset.today === 'true');
  expect(marked.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('200 mg')]);
});

test('an acting researcher changes no schedule while the dose taken is not known', async () => {
  const assumed = { day: '2026-11-20', dose: 200, step: 1, kind: 'assumed', reportedBy: null } as const;
  openActing({ ...acting(), records: [buildRecord()], doseReports: [buildDoseReport(assumed)] });
  await act(async () => {});
  expect(region('Medication schedule').getByText('The dose taken now is not known')).toBeVisible();
  expect(region('Medication schedule').queryByRole('button')).toBeNull();
  expect(region('Medication schedule').queryByRole('link')).toBeNull();
});

test('a list is edited in place and closed again', async () => {
  const { person } = openPlan({ data: withPlan() });
  expect(screen.queryByLabelText('Add an activity')).toBeNull();
  await person.click(region('Activities').getByRole('button', { name: 'Edit Activities' }));
  expect(screen.getByLabelText('Add an activity')).toBeVisible();
  await person.click(region('Activities').getByRole('button', { name: 'Done Activities' }));
  expect(screen.queryByLabelText('Add an activity')).toBeNull();
});

test('a list in which something was being added is open again after a reload', async () => {
  const data = withPlan();
  const { host, person, view } = openPlan({ data, search: '?page=summary' });
  await person.click(screen.getByRole('button', { name: 'Edit Mood symptoms' }));
  await person.type(screen.getByLabelText('Add a mood symptom'), 'Fl');
  view.unmount();
  openPlan({ data, search: '?page=summary', host });
  expect(screen.getByLabelText('Add a mood symptom')).toHaveValue('Fl');
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(1);
  act(() => host.store.server.setState({ user: { ...data.user, consentAgree: false } }));
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
});

test('Back returns to the first page and turns on editing for all lists', async () => {
  const { person, address, browserBack } = openPlan({ data: withPlan(), search: '?page=summary' });
  expect(screen.queryAllByRole('button', { name: 'Add' })).toHaveLength(0);
  await person.click(screen.getByRole('link', { name: 'Back' }));
  expect(address()).toBe('/plan?page=0');
  await browserBack();
  expect(address()).toBe('/plan?page=summary');
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(4);
});

test('details are saved trimmed, shown, and the form closes', async () => {
  const { host, person, sent } = openPlan({ data: withPlan() });
  const saved = { ...withPlan().user, firstName: 'Sam', phone: '0491-570-006' };
  host.answer(saveUser, () => ({ body: { user: saved } }));
  await person.click(screen.getByRole('button', { name: 'Edit your details' }));
  const name = screen.getByLabelText('First name');
  await person.clear(name);
  await person.type(name, ' Sam ');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByLabelText('First name')).toBeNull());
  expect(screen.getByText('Saved')).toBeVisible();
  expect(sent('/api/save-user/')).toEqual([
    {
      firstName: 'Sam',
      lastName: '',
      phone: '0491-570-006',
      email: 'alex@example.org',
      password: '',
      known: { firstName: 'Alex', lastName: '', phone: '0491-570-006', email: 'alex@example.org' },
    },
  ]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit your details' }));
});

test('a rejected value has its error at its field, and the old details stay', async () => {
  const { host, person } = openPlan({ data: withPlan() });
  host.answer(saveUser, () => {
    const issues = [{ path: ['email'], message: 'Another account uses this email address.' }];
    throw new CallError('unprocessable', 'No.', { status: 422, issues });
  });
  await person.click(screen.getByRole('button', { name: 'Edit your details' }));
  const email = screen.getByLabelText('Email');
  await person.clear(email);
  await person.type(email, 'sam@example.org');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Another account uses this email address.')).toBeVisible();
  expect(host.store.getState().user?.email).toBe('alex@example.org');
});

test('a password never waits on the device: without a network it is not saved', async () => {
  const { host, person } = openPlan({ data: withPlan() });
  await person.click(screen.getByRole('button', { name: 'Edit your details' }));
  await person.type(screen.getByLabelText('New password'), 'correct horse battery staple');
  expect(JSON.stringify(host.outbox.state.getState().typed)).toContain('firstName');
  expect(JSON.stringify(host.outbox.state.getState().typed)).not.toContain('horse');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/could not be saved/)).toBeVisible();
  expect(host.outbox.state.getState().entries).toHaveLength(0);
});

describe('the current password', () => {
  const asked = 'Enter your current password to change your email address or password.';
  const saved = { ...withPlan().user, email: 'sam@example.org' };
  const openAsking = (data = withPlan()) => {
    const plan = openPlan({ data });
    plan.host.answer(planFindings, () => ({ body: { findings: [] } }));
    plan.host.answer(saveUser, ({ currentPassword }) => {
      if (currentPassword === 'seven quiet lanterns') return { body: { user: saved } };
      const issues = [{ path: ['currentPassword'], message: asked }];
      throw new CallError('unprocessable', 'No.', { status: 422, issues });
    });
    return plan;
  };
  const changeEmail = async ({ person }: ReturnType<typeof openPlan>) => {
    await person.click(screen.getByRole('button', { name: 'Edit your details' }));
    await person.clear(screen.getByLabelText('Email'));
    await person.type(screen.getByLabelText('Email'), 'sam@example.org');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    return screen.findByText(asked);
  };

  test('is asked for where the server wants it, sent straight to it, and never stored on the device', async () => {
    const plan = openAsking();
    const { host, person, sent } = plan;
    const stored: unknown[] = [];
    host.outbox.state.subscribe(({ entries }) => stored.push(...entries));
    await changeEmail(plan);
    const field = screen.getByLabelText('Current password');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('type')).toBe('password');
    await person.type(field, 'seven quiet lanterns');
    expect(document.activeElement).toBe(field);
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByLabelText('Email')).toBeNull());
    expect(host.store.getState().user?.email).toBe('sam@example.org');
    expect(sent('/api/save-user/').at(-1)).toMatchObject({ currentPassword: 'seven quiet lanterns' });
    expect(stored).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Edit your details' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  test('is no longer asked for, and nothing is left to save, once the change is cancelled', async () => {
    const plan = openAsking();
    await changeEmail(plan);
    await plan.person.click(screen.getByRole('button', { name: 'Cancel' }));
    const message = /could not be saved/;
    expect(screen.queryByText(message)).toBeNull();
    await plan.person.click(screen.getByRole('button', { name: 'Edit your details' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(screen.queryByText(asked)).toBeNull();
    await plan.person.type(screen.getByLabelText('First name'), 'a');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await plan.person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  test('is the researcher’s own while acting', async () => {
    await changeEmail(openAsking(acting()));
    expect(document.activeElement).toBe(screen.getByLabelText('Your own password'));
  });

  test('says how long to wait after too many attempts', async () => {
    const plan = openAsking();
    await changeEmail(plan);
    plan.host.answer(saveUser, () => {
      throw new CallError('too-many-requests', 'Please wait 3 minutes.', { status: 429 });
    });
    await plan.person.type(screen.getByLabelText('Current password'), 'wrong');
    await plan.person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please wait 3 minutes.')).toBeVisible();
  });
});

test('an acting researcher cannot change the password', async () => {
  const { person } = openActing();
  await person.click(screen.getByRole('button', { name: 'Edit your details' }));
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByText('Only the participant can change the password.')).toBeVisible();
});

test('an acting researcher sees what the linter finds, by row, again after each change', async () => {
  const { host, sent } = openActing();
  host.answer(planFindings, () => ({
    body: { findings: [{ row: 2, code: 'large-drop', message: 'From 100 mg to 0 mg is a large drop.' }] },
  }));
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 100, 0]) }));
  expect(await screen.findByText('Row 3: From 100 mg to 0 mg is a large drop.')).toBeVisible();
  expect(sent('/api/plan-findings/')).toHaveLength(2);
});

test('findings of the plan before are not shown while those of the new one are asked for', async () => {
  const { host } = openActing();
  host.answer(planFindings, () => ({
    body: { findings: [{ row: 2, code: 'large-drop', message: 'From 100 mg to 0 mg is a large drop.' }] },
  }));
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 100, 0]) }));
  await screen.findByText(/is a large drop/);
  host.answer(planFindings, () => new Promise<never>(() => {}));
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 150, 0]) }));
  expect(screen.queryByText(/is a large drop/)).toBeNull();
});

test('findings that come late, of the plan before, are not shown', async () => {
  const { host } = openActing();
  const before = Promise.withResolvers<{
    body: { findings: { row: number; code: 'large-drop'; message: string }[] };
  }>();
  host.answer(planFindings, () => before.promise);
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 100, 0]) }));
  host.answer(planFindings, () => ({ body: { findings: [] } }));
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 150, 0]) }));
  const message = 'From 100 mg to 0 mg is a large drop.';
  await act(async () => before.resolve({ body: { findings: [{ row: 2, code: 'large-drop', message }] } }));
  expect(screen.queryByText(/is a large drop/)).toBeNull();
});

test('a plan that could not be checked says so', async () => {
  const { host } = openActing();
  host.answer(planFindings, () => {
    throw new CallError('unreachable', 'No answer came.');
  });
  act(() => host.store.server.setState({ prescriptions: stepsFrom('2026-11-20', [200, 100, 0]) }));
  expect(await screen.findByText(/This schedule could not be checked just now/)).toBeVisible();
});

test('a participant’s plan is not asked for findings', () => {
  expect(openPlan({ data: withPlan() }).host.sent).toHaveLength(0);
});

test('an acting researcher chooses the starting dose among the schedule’s own', async () => {
  const { host, person, sent } = openActing();
  host.answer(saveDose, () => ({
    body: { prescriptions: stepsFrom('2026-11-20', [100, 0]), startdose: 100 },
  }));
  expect(region('Medication schedule').getByRole('link', { name: 'Edit medication' })).toHaveAttribute(
    'href',
    '/plan?page=2',
  );
  await person.click(screen.getByRole('button', { name: 'Change Schedule' }));
  const doses = within(screen.getByRole('group', { name: 'Starting dose' }));
  expect(doses.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    '200 mg',
    '100 mg',
  ]);
  expect(doses.getByLabelText<HTMLInputElement>('200 mg').checked).toBe(true);
  await person.click(doses.getByLabelText('100 mg'));
  expect(host.announced).toEqual(['The steps are worked out again from today, starting with this dose.']);
  expect(doses.getByLabelText<HTMLInputElement>('100 mg').checked).toBe(true);
  await waitFor(() => expect(region('Medication schedule').getAllByRole('row')).toHaveLength(3));
  expect(host.store.getState().user?.startdose).toBe(100);
  expect(sent('/api/save-dose/')).toEqual([{ prescription: 1102 }]);
});

test('a rejected starting dose leaves dose and steps as they were', async () => {
  const { host, person } = openActing();
  host.answer(saveDose, () => {
    throw new CallError('not-found', 'No.', { status: 404 });
  });
  await person.click(screen.getByRole('button', { name: 'Change Schedule' }));
  await person.click(screen.getByLabelText('100 mg'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('200 mg').checked).toBe(true));
  expect(region('Medication schedule').getByRole('row', { name: /Current dose .* 200 mg/ })).toBeVisible();
});

test('custom rows go to the server as typed, and its faults come back to their row and field', async () => {
  const prescriptions = acting().prescriptions.map((step) => ({ ...step, note: `Note of ${step.dose} mg` }));
  const { host, person, sent } = openActing({ ...acting(), prescriptions });
  host.answer(previewMedcustom, () => {
    const issues = [
      { path: ['customDates', 1, 'date'], message: 'Write a day that exists.' },
      { path: ['customDates', 2], message: 'Write a later day.' },
      { path: ['customDates', 4, 'dose'], message: 'Write the dose in mg.' },
    ];
    throw new CallError('unprocessable', 'Some rows need correcting. Nothing was saved.', {
      status: 422,
      issues,
    });
  });
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  const row = (number: number) => within(screen.getByRole('group', { name: `Row ${number}` }));
  expect(row(1).getByLabelText<HTMLInputElement>('Date').value).toBe('20/11/2026');
  expect(row(1).getByLabelText<HTMLInputElement>('Dose in mg a day').value).toBe('200 mg');
  await person.clear(row(2).getByLabelText('Date'));
  await person.type(row(2).getByLabelText('Date'), '30/02/2027');
  await person.click(screen.getByRole('button', { name: 'Add a row' }));
  await person.type(row(5).getByLabelText('Dose in mg a day'), 'lots');
  await person.click(screen.getByRole('button', { name: 'See the timeline' }));

  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toMatch('Some rows need correcting. Nothing was saved.');
  expect(row(2).getByLabelText('Date').getAttribute('aria-invalid')).toBe('true');
  expect(row(2).getByText('Write a day that exists.')).toBeVisible();
  expect(row(3).getByLabelText('Date')).toHaveAccessibleDescription('Error: Write a later day.');
  expect(row(5).getByText('Write the dose in mg.')).toBeVisible();
  expect(row(1).queryByText(/Write/)).toBeNull();
  await person.click(within(summary).getByRole('link', { name: 'Row 5: Write the dose in mg.' }));
  expect(document.activeElement).toBe(row(5).getByLabelText('Dose in mg a day'));
  expect(sent('/api/preview-medcustom/')).toEqual([
    {
      customDates: [
        { date: '20/11/2026', dose: '200 mg', note: 'Note of 200 mg' },
        { date: '30/02/2027', dose: '150 mg', note: 'Note of 150 mg' },
        { date: '15/01/2027', dose: '100 mg', note: 'Note of 100 mg' },
        { date: '12/02/2027', dose: '0 mg', note: 'Note of 0 mg' },
        { date: '', dose: 'lots', note: '' },
      ],
    },
  ]);
  expect(sent('/api/save-medcustom/')).toEqual([]);
  host.answer(previewMedcustom, () => new Promise<never>(() => {}));
  await person.click(screen.getByRole('button', { name: 'See the timeline' }));
  expect(row(5).queryByText('Write the dose in mg.')).toBeNull();
});

test('custom rows that are cancelled are the plan’s again, and faults go with a row that is taken away', async () => {
  const { host, person } = openActing();
  host.answer(previewMedcustom, () => {
    const issues = [{ path: ['customDates', 1, 'date'], message: 'Write a day that exists.' }];
    throw new CallError('unprocessable', 'Some rows need correcting.', { status: 422, issues });
  });
  const date = (number: number) =>
    within(screen.getByRole('group', { name: `Row ${number}` })).getByLabelText<HTMLInputElement>('Date');
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  const planned = date(2).value;
  await person.clear(date(2));
  await person.type(date(2), '30/02/2027');
  await person.click(screen.getByRole('button', { name: 'See the timeline' }));
  await screen.findByRole('alert');
  expect(date(2).getAttribute('aria-invalid')).toBe('true');
  expect(JSON.stringify(host.outbox.state.getState().typed)).toContain('30/02/2027');
  await person.click(screen.getByRole('button', { name: 'Take row 1 away' }));
  expect(host.announced).toEqual(['Row 1 taken away.']);
  expect(screen.queryByText('Write a day that exists.')).toBeNull();
  expect(date(2).getAttribute('aria-invalid')).not.toBe('true');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  expect(date(2).value).toBe(planned);
  expect(screen.getAllByLabelText('Date')).toHaveLength(4);
  expect(region('Medication schedule').queryByRole('row')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  expect(screen.queryByLabelText('Date')).toBeNull();
  expect(region('Medication schedule').getByRole('row', { name: /200 mg/ })).toBeVisible();
});

test('custom rows begin with the steps of the plan, without those that were passed', async () => {
  const doseReports = [
    buildDoseReport({ day: '2026-10-01', dose: 200, step: 1, kind: 'starting' }),
    buildDoseReport({ day: '2026-11-18', dose: 100, step: 3 }),
  ];
  const prescriptions = stepsFrom('2026-10-01', [200, 150, 100, 0]);
  const { person } = openActing({ ...acting(), records: [buildRecord()], prescriptions, doseReports });
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  const doses = screen.getAllByLabelText<HTMLInputElement>('Dose in mg a day');
  expect(doses.map(({ value }) => value)).toEqual(['200 mg', '100 mg', '0 mg']);
});

test('the keyboard goes on in the row that was added, and beside the one taken away', async () => {
  const { person } = openActing();
  await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
  const date = (number: number) =>
    within(screen.getByRole('group', { name: `Row ${number}` })).getByLabelText('Date');
  await person.click(screen.getByRole('button', { name: 'Add a row' }));
  expect(document.activeElement).toBe(date(5));
  await person.click(screen.getByRole('button', { name: 'Take row 2 away' }));
  expect(document.activeElement).toBe(date(2));
  for (const number of [4, 3, 2, 1])
    await person.click(screen.getByRole('button', { name: `Take row ${number} away` }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a row' }));
});

describe('custom rows that the server can read', () => {
  const pastPrescriptions = [{ date: '2026-10-20', dose: 225, schedule: 11 }];
  const changed = { prescriptions: stepsFrom('2026-11-20', [190, 180, 0]), pastPrescriptions };
  const increase = { row: 1, code: 'increase', message: 'The dose goes up from 150 mg to 180 mg.' };
  const schedule = () => region('Medication schedule');
  const lookAtIt = async (person: ReturnType<typeof openActing>['person']) => {
    await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
    await person.click(screen.getByRole('button', { name: 'Take row 4 away' }));
    await person.click(screen.getByRole('button', { name: 'See the timeline' }));
    return screen.findByRole('heading', { name: 'The timeline as it would be' });
  };

  const waiting = () => new Promise<never>(() => {});

  test('are shown as the plan that they would make, and are the plan once saved', async () => {
    const { host, person, sent } = openActing();
    const doseReports = [buildDoseReport({ day: '2026-11-20', dose: 190, step: 1, kind: 'starting' })];
    const body = { ...changed, doseReports };
    host.answer(previewMedcustom, () => ({ body: { ...body, findings: [], reasonNeededFor: [] } }));
    host.answer(saveMedcustom, () => ({ body }));
    expect(await lookAtIt(person)).toBe(document.activeElement);
    const rows = schedule().getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent?.match(/\d+ mg/)?.[0])).toEqual(['190 mg', '180 mg', '0 mg']);
    expect(host.store.getState().prescriptions).not.toEqual(changed.prescriptions);
    expect(screen.queryByLabelText('Reason')).toBeNull();

    await person.click(screen.getByRole('button', { name: 'Go on editing' }));
    const dates = screen.getAllByLabelText('Date');
    expect(dates).toHaveLength(3);
    expect(document.activeElement).toBe(dates[0]);
    await person.click(screen.getByRole('button', { name: 'See the timeline' }));
    await person.click(await schedule().findByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByText('Nothing is saved yet.')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Schedule Details' }));
    expect(host.announced.at(-1)).toBe('The schedule is saved.');
    expect(schedule().getByText(/, from 190 mg in a whole day/)).toBeVisible();
    expect(host.store.getState().pastPrescriptions).toEqual(pastPrescriptions);
    expect(sent('/api/save-medcustom/')).toEqual(sent('/api/preview-medcustom/').slice(1));
  });

  test('are not saved where the server rejects them, with the way to the button that sends them again', async () => {
    const { host, person } = openActing();
    host.answer(previewMedcustom, () => ({
      body: { ...changed, findings: [{ ...increase, row: 0 }], reasonNeededFor: [] },
    }));
    host.answer(saveMedcustom, () => {
      throw new CallError('not-allowed', 'The plan has changed meanwhile.', { status: 403 });
    });
    await lookAtIt(person);
    expect(schedule().getByText('Row 1: The dose goes up from 150 mg to 180 mg.')).toBeVisible();
    await person.click(schedule().getByRole('button', { name: 'Save' }));
    await person.click(await screen.findByRole('link', { name: 'The plan has changed meanwhile.' }));
    expect(schedule().getByRole('button', { name: 'Save' })).toHaveFocus();
    host.answer(saveMedcustom, waiting);
    await person.click(schedule().getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('link', { name: 'The plan has changed meanwhile.' })).toBeNull();
  });

  test('are worked out and saved once, however long that takes', async () => {
    const { host, person } = openActing();
    await person.click(screen.getByRole('button', { name: 'Edit Schedule Details' }));
    await person.click(screen.getByRole('button', { name: 'See the timeline' }));
    expect(await screen.findByText('No answer came.')).toBeVisible();
    host.answer(previewMedcustom, waiting);
    await person.click(screen.getByRole('button', { name: 'See the timeline' }));
    expect(screen.queryByText('No answer came.')).toBeNull();
    const asking = screen.getByRole('button', { name: 'Working it out…' });
    expect(asking).toHaveAttribute('aria-busy', 'true');
    cleanup();
    const other = openActing();
    other.host.answer(previewMedcustom, () => ({ body: { ...changed, findings: [], reasonNeededFor: [] } }));
    other.host.answer(saveMedcustom, waiting);
    await lookAtIt(other.person);
    await other.person.click(schedule().getByRole('button', { name: 'Save' }));
    expect(schedule().getByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-busy', 'true');
  });

  test('are saved with a reason where the server asks for one', async () => {
    const { host, person, sent } = openActing();
    host.answer(previewMedcustom, () => ({
      body: {
        ...changed,
        findings: [
          { ...increase, row: 2, code: 'large-drop' },
          { ...increase, code: 'long-step', message: 'The step is long.' },
        ],
        reasonNeededFor: [increase],
      },
    }));
    let isRejected = true;
    host.answer(saveMedcustom, () => {
      if (!isRejected) return { body: changed };
      isRejected = false;
      throw new CallError('unprocessable', 'Give a reason. Nothing was saved.', { status: 422 });
    });
    await lookAtIt(person);
    expect(schedule().getAllByText('Row 2: The dose goes up from 150 mg to 180 mg.')).toHaveLength(1);
    expect(schedule().getByText('Row 2: The step is long.')).toBeVisible();
    const save = () => schedule().getByRole('button', { name: 'Save' });
    await person.type(screen.getByLabelText('Reason'), '  ');
    await person.click(save());
    expect((await screen.findByRole('alert')).textContent).toMatch('Give a reason');
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Give a reason/);
    expect(sent('/api/save-medcustom/')).toEqual([]);

    await person.type(screen.getByLabelText('Reason'), 'The doctor advised it. ');
    await person.click(screen.getByRole('button', { name: 'Go on editing' }));
    await person.click(screen.getByRole('button', { name: 'See the timeline' }));
    expect(await screen.findByLabelText('Reason')).toHaveProperty('value', '  The doctor advised it. ');
    await person.click(save());
    expect(await screen.findByRole('link', { name: /Nothing was saved/ })).toBeVisible();
    await person.click(save());
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
    expect(sent('/api/save-medcustom/').at(-1)).toMatchObject({ reason: 'The doctor advised it.' });
    expect(host.outbox.state.getState().typed).toEqual({});
  });
});
