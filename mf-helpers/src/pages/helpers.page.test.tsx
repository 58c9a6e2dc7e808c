// In one file: every line of the page is shown from one participant.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, jest, test } from '@jest/globals';
import { listDevices } from '@stepwise/shared-contracts/calls/device.calls';
import {
  turnOffNotifications,
  turnOnNotifications,
} from '@stepwise/shared-contracts/calls/notification.calls';
import { listPasskeys } from '@stepwise/shared-contracts/calls/passkey.calls';
import { saveReminder, saveStepMessages } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { HostProvider, type HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HelpersPage } from './helpers.page.tsx';

const doctor = { name: 'Dr Kim Nguyen', phone: '0491-570-006', email: 'kim@example.org' };

function show(
  data = buildAllData({ doctor }),
  subscribeToPush?: HostServices['subscribeToPush'],
  address = '/contact',
  host = createFakeHost({ data }),
) {
  host.refresh = jest.fn(async () => {});
  if (subscribeToPush) host.subscribeToPush = subscribeToPush;
  // These cards have tests of their own.
  host.answer(listPasskeys, () => new Promise(() => {}));
  host.answer(listDevices, () => new Promise(() => {}));
  const { container, unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <HostProvider services={host}>
        <main>
          <HelpersPage />
        </main>
      </HostProvider>
    </MemoryRouter>,
  );
  return { host, container, unmount };
}

/** A line of the account. */
const line = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('details') as HTMLDetailsElement);
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('each line of the account is closed, and devices and passkeys are asked for once theirs is opened', async () => {
  const { host, container } = show(buildAllData({ reminder: { hour: null, isPaused: false } }));
  const lines = [...container.querySelectorAll('details')];
  expect(
    lines.map(({ textContent, open }) => [textContent?.match(/^Your data|^[A-Z][a-z]+/)?.[0], open]),
  ).toEqual([
    ['Your', false],
    ['Reminders', false],
    ['Your', false],
    ['Your data', false],
    ['Devices', false],
    ['Passkeys', false],
    ['Stopping', false],
  ]);
  const asked = () => host.sent.map(({ path }) => path);
  expect(asked()).toEqual([]);
  await userEvent.click(screen.getByText('Devices'));
  await waitFor(() => expect(asked()).toEqual([listDevices.path]));
  await userEvent.click(screen.getByText('Passkeys'));
  await waitFor(() => expect(asked()).toEqual([listDevices.path, listPasskeys.path]));
});

test('a member of staff who acts sees neither devices nor passkeys', () => {
  show(buildAllData({ adminActing: true }));
  for (const name of ['Devices', 'Passkeys']) expect(screen.queryByText(name)).toBeNull();
  expect(screen.getByText('Stopping')).toBeVisible();
});

test('the details are open where a change of them was not saved', async () => {
  const { host, container } = show();
  host.answer(saveRecord, () => {
    throw new CallError('unprocessable', 'No.', { status: 422, issues: [] });
  });
  const checkUp = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  await act(async () => void host.outbox.send(saveRecord, checkUp).catch(() => {}));
  await waitFor(() => expect(host.outbox.state.getState().rejected).toHaveLength(1));
  expect(container.querySelector('details[open]')).toBeNull();
  host.answer(saveUser, () => {
    throw new CallError('conflict', 'No.', { status: 409, issues: [] });
  });
  const { firstName, lastName, phone, email } = buildAllData().user;
  await act(
    async () =>
      void host.outbox.send(saveUser, { firstName, lastName, phone, email, password: '' }).catch(() => {}),
  );
  await waitFor(() => expect(container.querySelector('details[open] h3')?.textContent).toBe('Your details'));
});

test('details that were half changed before a reload are open again', async () => {
  const data = buildAllData();
  const { host, unmount } = show(data);
  await userEvent.click(line('Your details').getByRole('button', { name: 'Edit your details' }));
  await userEvent.type(line('Your details').getByLabelText(/^Phone/), '0400');
  unmount();
  const again = show(data, undefined, undefined, host);
  expect([...again.container.querySelectorAll('details[open] h3')].map((each) => each.textContent)).toEqual([
    'Your details',
  ]);
  expect(line('Your details').getByLabelText(/^Phone/)).toHaveValue('0400');
});

test('links to call and email the doctor, and offers to add a support person', () => {
  const { host } = show();
  expect(screen.getByRole('region', { name: 'Your doctor or nurse' })).toHaveTextContent(
    /^KNDr Kim NguyenYour doctor or nurse.*0491-570-006kim@example\.org/,
  );
  expect(host.titles).toEqual(['Helpers']);
  expect(hrefOf('Call Dr Kim Nguyen')).toBe('tel:0491570006');
  expect(hrefOf('Email Dr Kim Nguyen')).toBe('mailto:kim@example.org');
  const support = screen.getByRole('region', { name: 'Your support person (optional)' });
  expect(within(support).getByRole('button', { name: 'Add your support person' })).toBeVisible();
  expect(within(support).queryByRole('link')).toBeNull();
});

test('calls a doctor without a name by their role, and offers no call without a number', () => {
  show(buildAllData({ doctor: { ...doctor, name: '' } }));
  expect(hrefOf('Call your doctor or nurse')).toBe('tel:0491570006');
  expect(screen.getByRole('heading', { name: 'No name yet' })).toBeVisible();
  cleanup();
  show(buildAllData({ doctor: { ...doctor, phone: '' } }));
  const card = within(screen.getByRole('region', { name: 'Your doctor or nurse' }));
  expect(card.queryByText(/^Call/)).toBeNull();
  expect(hrefOf('Email Dr Kim Nguyen')).toBe('mailto:kim@example.org');
});

test('a link to a line of the account opens it, with the keyboard there', () => {
  const { container } = show(
    buildAllData({ reminder: { hour: null, isPaused: false } }),
    undefined,
    '/contact#reminders',
  );
  expect([...container.querySelectorAll('details[open]')].map(({ id }) => id)).toEqual(['reminders']);
  expect(document.activeElement?.textContent).toBe('Reminders');
});

test('shows the content’s emergency contacts, websites and research team', () => {
  const { host } = show();
  const emergency = within(screen.getByRole('region', { name: 'In an emergency' })).getAllByRole('link');
  expect(emergency.map((call) => [call.textContent, call.getAttribute('href')])).toEqual([
    ['Call 000', 'tel:000'],
    ['Call 13 11 14', 'tel:131114'],
  ]);
  expect(hrefOf('Mental health (opens in a new window)')).toBe(host.site.links.mentalHealth.url);
  expect(hrefOf('Antidepressant fact sheet (opens in a new window)')).toBe(host.site.links.factSheet.url);
  expect(hrefOf('Call the research team')).toBe('tel:0355500000');
  expect(hrefOf('Email the research team')).toBe('mailto:team@example.org');
  expect(screen.getByText(/Monday to Friday, 9:00am to 5:30pm/)).toBeVisible();
});

test('saves a number in a different form from the hint, and links to it at once', async () => {
  const { host } = show();
  host.answer(saveDoctor, () => ({ status: 204 }));
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Edit your doctor or nurse' }));
  const phone = screen.getByLabelText('Phone');
  expect(phone.getAttribute('pattern')).toBe('[0-9]{4}-[0-9]{3}-[0-9]{3}');
  await person.clear(phone);
  await person.type(phone, '03 5550 0001{Enter}');
  await waitFor(() => expect(hrefOf('Call Dr Kim Nguyen')).toBe('tel:0355500001'));
  expect(screen.getByText('Saved')).toBeVisible();
});

test('has no axe violation while viewing or editing', async () => {
  const { container } = show();
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit your doctor or nurse' }));
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('shows each group its part in the trial, with the details to edit', async () => {
  const drawn = { ...buildAllData().user, homestep: HOME_STEP.plan };
  show(buildAllData({ user: { ...drawn, randomise: false } }));
  const part = within(screen.getByRole('region', { name: 'Your account' }));
  expect(part.getByText(/^You are in the group that keeps to its usual care/)).toBeInTheDocument();
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  expect(part.getByLabelText('Phone')).toBeInTheDocument();
  expect(hrefOf('Stop taking part')).toBe('/consent?step=stop');
  cleanup();
  show(buildAllData({ user: { ...drawn, randomise: true } }));
  expect(screen.getByText(/^You are in the group that makes a plan/)).toBeInTheDocument();
  cleanup();
  for (const before of [{ homestep: HOME_STEP.questionnaire }, { awaits: 'address' as const }]) {
    show(buildAllData({ user: { ...drawn, ...before } }));
    expect(screen.getByText(/^Chance will decide your group/)).toBeInTheDocument();
    cleanup();
  }
});

const INFORMATION = ['What is kept about you (PDF)', '/documents/my-information.pdf'];
const CALENDAR = ['Your dates for your own calendar (ICS)', '/documents/my-calendar.ics'];
const followUp = {
  ...{ months: 3, state: 'planned' as const, link: '' },
  ...{ opensOn: '2027-02-13', dueOn: '2027-02-20', closesOn: '2027-03-20' },
};

test.each([
  ['nothing with a date', {}, []],
  ['a reminder', { reminder: { hour: null, isPaused: false } }, [CALENDAR]],
  ['a questionnaire to come', { followUps: [followUp] }, [CALENDAR]],
  ['no questionnaire', { followUps: [] }, []],
])('the data of who has %s can be taken along', (_, overrides, calendar) => {
  show(buildAllData(overrides));
  const links = line('Your data').getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    INFORMATION,
    ['Your daily records (CSV)', '/documents/my-records.csv'],
    ['Your answers and lists (CSV)', '/documents/my-answers.csv'],
    ...calendar,
    ['Who has looked at your data', '/account/access'],
  ]);
});

test('the consent has the person’s own day and its document, and neither before it is given', () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  show(buildAllData({ consent: { version: '1', hash: 'h', agreedAt: '2026-11-18T20:00:00.000Z' } }));
  zone.mockRestore();
  expect(screen.getByText('You agreed to take part on 19/11/2026.')).toBeInTheDocument();
  expect(hrefOf('Your consent (PDF)')).toBe('/documents/my-consent.pdf');
  cleanup();
  show();
  expect(screen.queryByText(/^You agreed/)).toBeNull();
  expect(screen.queryByText('Your consent (PDF)')).toBeNull();
});

const chosen = ({ sent }: FakeHost) =>
  sent.filter(({ path }) => path === saveReminder.path).map(({ body }) => body);

test('saves the hour of a daily reminder at once, and shows none where the trial offers none', async () => {
  show();
  expect(screen.queryByRole('heading', { name: 'Reminders' })).toBeNull();
  cleanup();

  const { host, container } = show(buildAllData({ reminder: { hour: null, isPaused: false } }));
  host.answer(saveReminder, () => ({ status: 204 }));
  const hour = () => screen.getByLabelText('Daily reminder') as HTMLSelectElement;
  expect(hour().selectedOptions[0]?.text).toBe('No reminders');
  expect(screen.getByText(/^We can send a short email to alex@example\.org on days/)).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
  const hours = [...hour().options].map(({ text }) => text);
  expect(hours).toHaveLength(25);
  expect([hours[1], hours[24]]).toEqual(['At 12:00am', 'At 11:00pm']);
  await userEvent.selectOptions(hour(), 'At 7:00pm');
  await screen.findByText('Saved');
  expect(hour().selectedOptions[0]?.text).toBe('At 7:00pm');
  await userEvent.selectOptions(hour(), 'No reminders');
  await userEvent.selectOptions(hour(), 'At 12:00am');
  await waitFor(() => expect(chosen(host)).toEqual([{ hour: 19 }, { hour: null }, { hour: 0 }]));
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('a reminder at midnight is shown as chosen', () => {
  show(buildAllData({ reminder: { hour: 0, isPaused: false } }));
  expect(screen.getByLabelText('Daily reminder')).toHaveDisplayValue('At 12:00am');
});

test('reminders that have paused can begin again', async () => {
  const { host } = show(buildAllData({ reminder: { hour: 9, isPaused: true } }));
  host.answer(saveReminder, () => ({ status: 204 }));
  await userEvent.click(screen.getByRole('button', { name: 'Remind me again now' }));
  await waitFor(() => expect(chosen(host)).toEqual([{ hour: 9 }]));
  expect(screen.queryByRole('button', { name: 'Remind me again now' })).toBeNull();
});

test('messages about a step can be switched off', async () => {
  const reminder = { hour: null, isPaused: false, stepMessages: true };
  const { host } = show(buildAllData({ reminder }));
  host.answer(saveStepMessages, () => ({ status: 204 }));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /A week before a step/ });
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  await waitFor(() =>
    expect(host.sent.find(({ path }) => path === saveStepMessages.path)?.body).toEqual({ on: false }),
  );
  expect(box.checked).toBe(false);
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await userEvent.click(box);
  await waitFor(() => expect(host.sent.at(-1)?.body).toEqual({ on: true }));
  expect(box.checked).toBe(true);
});

describe('notifications', () => {
  const withPush = (isOn: boolean) =>
    buildAllData({ reminder: { hour: 9, isPaused: false, push: { publicKey: 'key', isOn } } });
  const device = { endpoint: 'https://fcm.googleapis.com/x', p256dh: 'p', auth: 'a' };

  test('are asked for after a press, and sent to this device from then on', async () => {
    const subscribe = jest.fn(async () => device);
    const { host, container } = show(withPush(false), subscribe);
    host.answer(turnOnNotifications, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Use notifications on this device' }));
    await waitFor(() =>
      expect(host.sent.find(({ path }) => path === turnOnNotifications.path)?.body).toEqual(device),
    );
    expect(subscribe).toHaveBeenCalledWith('key');
    await waitFor(() => expect(host.refresh).toHaveBeenCalledTimes(1));
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  test('that the browser refuses leave the messages to email', async () => {
    const { host } = show(withPush(false), async () => null);
    await userEvent.click(screen.getByRole('button', { name: 'Use notifications on this device' }));
    await screen.findByText('This browser does not allow notifications. Our messages come by email.');
    expect(host.sent).toEqual([]);
  });

  test('that could not be saved are as before, and it says so', async () => {
    const { host } = show(withPush(false), async () => device);
    await userEvent.click(screen.getByRole('button', { name: 'Use notifications on this device' }));
    await screen.findByText('This could not be saved. Please check your connection and try again.');
    expect(host.refresh).not.toHaveBeenCalled();
  });

  test('are not offered by a browser that has none, and can be ended on any', async () => {
    show(withPush(false));
    expect(screen.queryByRole('button', { name: /notifications/ })).toBeNull();
    cleanup();
    const { host } = show(withPush(true));
    let answer = () => {};
    host.answer(
      turnOffNotifications,
      () => new Promise((resolve) => (answer = () => resolve({ status: 204 }))),
    );
    const button = screen.getByRole('button', { name: 'Use email instead' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(host.sent.map(({ path }) => path)).toContain(turnOffNotifications.path));
    answer();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });
});

test('the time zone is one’s device’s until another one is chosen', async () => {
  const { host } = show(buildAllData({ user: { ...buildAllData().user, timeZone: '' } }));
  const answered = Promise.withResolvers<void>();
  host.answer(saveUser, (body) =>
    answered.promise.then(() => ({
      status: 200,
      body: { user: { ...buildAllData().user, timeZone: body.timeZone ?? '' } },
    })),
  );
  const part = line('Your details');
  expect(part.getByText('As the device says')).toBeInTheDocument();
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  await userEvent.selectOptions(part.getByLabelText('Time zone'), 'Australia, Lord Howe');
  await userEvent.click(part.getByRole('button', { name: 'Save' }));
  expect(part.getByRole('button', { name: /^Saving/ })).toHaveAttribute('aria-busy', 'true');
  answered.resolve();
  expect(await part.findByText('Australia, Lord Howe')).toBeInTheDocument();
  expect(host.sent.find(({ path }) => path === saveUser.path)?.body).toMatchObject({
    timeZone: 'Australia/Lord_Howe',
  });
});

test('a change made without a network that meets one of the team is kept and shown, word for word', async () => {
  const before = buildAllData();
  const { host } = show(before);
  // The first name is the team's change alone.
  const now = { ...before.user, firstName: 'Alexandra', phone: '0400-000-002' };
  host.answer(allData, () => ({ body: { ...before, user: now } }));
  const part = line('Your details');
  const edit = async () => {
    await userEvent.click(part.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(part.getByRole('button', { name: 'Edit your details' })).toBeInTheDocument());
  };
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  await userEvent.clear(part.getByLabelText(/^Phone/));
  await userEvent.type(part.getByLabelText(/^Phone/), '0400-000-003');
  await edit();
  expect(part.getByText('Kept on this device until it can be saved')).toBeInTheDocument();

  const message = 'Another person changed the same details meanwhile.';
  host.answer(saveUser, ({ known, phone }) => {
    if (known?.phone === now.phone) return { status: 200, body: { user: { ...now, phone } } };
    throw new CallError('conflict', message, { status: 409, issues: [{ path: ['phone'], message }] });
  });
  await act(() => host.outbox.flush());
  const alert = (await part.findByText('Your change was not saved')).parentElement as HTMLElement;
  expect(alert).toHaveAttribute('role', 'alert');
  const notice = within(alert);
  expect(notice.getByText(new RegExp(message))).toBeVisible();
  expect(
    await notice.findByText('Phone: you entered “0400-000-003”, and it is now “0400-000-002”.'),
  ).toBeVisible();
  expect(notice.getAllByRole('listitem')).toHaveLength(1);
  expect(host.outbox.state.getState().rejected).toMatchObject([{ body: { phone: '0400-000-003' } }]);

  await userEvent.click(notice.getByRole('button', { name: 'Enter it again' }));
  expect((part.getByLabelText(/^Phone/) as HTMLInputElement).value).toBe('0400-000-003');
  await edit();
  expect(await part.findByText('0400-000-003')).toBeVisible();
  await waitFor(() => expect(host.outbox.state.getState().rejected).toEqual([]));
  expect(part.queryByText('Your change was not saved')).toBeNull();
});

test('details that another person changed meanwhile are shown beside one’s own, which stay in the form', async () => {
  const before = buildAllData();
  const { host } = show(before);
  const now = { ...before.user, phone: '0400-000-002' };
  host.answer(allData, () => ({ body: { ...before, user: now } }));
  host.answer(saveUser, ({ known, phone }) => {
    if (known?.phone === now.phone) return { status: 200, body: { user: { ...now, phone } } };
    const issues = [{ path: ['phone'], message: 'This was changed meanwhile.' }];
    throw new CallError('conflict', 'No.', { status: 409, issues });
  });
  const part = line('Your details');
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  const phone = part.getByLabelText(/^Phone/) as HTMLInputElement;
  await userEvent.clear(phone);
  await userEvent.type(phone, '0400-000-003');
  await userEvent.click(part.getByRole('button', { name: 'Save' }));
  expect(await part.findByText(/meanwhile and is now “0400-000-002”/)).toBeVisible();
  expect(phone.value).toBe('0400-000-003');
  await userEvent.click(part.getByRole('button', { name: 'Save' }));
  expect(await part.findByText('0400-000-003')).toBeVisible();
});

test('a message about details that were not saved is gone once the form is cancelled', async () => {
  const before = buildAllData();
  const { host } = show(before);
  host.answer(saveUser, () => {
    const issues = [{ path: ['phone'], message: 'This is no number.' }];
    throw new CallError('unprocessable', 'No.', { status: 422, issues });
  });
  const part = line('Your details');
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  await userEvent.type(part.getByLabelText(/^Phone/), '1');
  await userEvent.click(part.getByRole('button', { name: 'Save' }));
  expect(await part.findByText('This is no number.')).toBeVisible();
  await userEvent.click(part.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(part.getByRole('button', { name: 'Edit your details' }));
  expect(part.queryByText('This is no number.')).toBeNull();
});
