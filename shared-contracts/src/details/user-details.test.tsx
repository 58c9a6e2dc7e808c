import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { buildAllData, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { installPasskey } from '@stepwise/tooling/testing/fake-passkey';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listPasskeys, passkeyProofOptions, proveByPasskey } from '../calls/passkey.calls.ts';
import { saveRecord } from '../calls/tracker.calls.ts';
import { saveUser } from '../calls/user.calls.ts';
import { CallError } from '../client/call-error.ts';
import type { AllData } from '../entities/all-data.ts';
import { HostProvider } from '../host/host-services.tsx';
import { UserDetails } from './user-details.tsx';

const user = buildUser({ lastName: 'Rivera' });
const { firstName, lastName, phone, email } = user;
const known = { firstName, lastName, phone, email };

function show(data: Partial<AllData> = {}) {
  const host = createFakeHost({
    data: buildAllData({ user, ...data }),
    now: () => new Date('2026-11-19T22:00:00Z'),
  });
  render(
    <HostProvider services={host}>
      <UserDetails>{(edit) => edit}</UserDetails>
    </HostProvider>,
  );
  return host;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const edit = () => press('Edit your details');
const enter = async (label: string | RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const saves = ({ sent }: FakeHost) => sent.filter(({ path }) => path === saveUser.path);
const rejects = (code: 'unprocessable' | 'too-many-requests', field?: string) => () => {
  const issues = field ? [{ path: [field], message: 'This is wrong.' }] : [];
  throw new CallError(code, 'Wait a minute.', { status: 422, issues });
};
const labels = () => [...document.querySelectorAll('label')].map(({ textContent }) => textContent);

afterEach(() => {
  jest.restoreAllMocks();
});

test('the details are shown with their names, and what is not given', () => {
  show({ user: { ...user, timeZone: '' } });
  expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'NameAlex Rivera',
    'PhoneNot given',
    'Emailalex@example.org',
    'Time zoneAs the device says',
    'PasswordNot shown',
  ]);
});

test('details are sent trimmed with what the form showed, but for a password, which stays as typed and off the device', async () => {
  const host = show();
  // It has changed since the page was opened.
  act(() => host.store.server.setState({ user: { ...user, phone: '0400-000-001' } }));
  host.answer(saveUser, () => ({ body: { user: { ...user, firstName: 'Ada of the server' } } }));
  await edit();
  await enter('First name', ' Ada ');
  await enter('New password', ' two  spaces ');
  const typed = () => JSON.stringify(host.outbox.state.getState().typed);
  expect(typed()).toContain('" Ada "');
  expect(typed()).not.toContain('two');
  expect(screen.getByRole('status')).toHaveTextContent('Not saved yet');
  await press('Save');
  expect(await screen.findByText('Ada of the server Rivera')).toBeVisible();
  const details = { ...known, firstName: 'Ada', phone: '0400-000-001', password: ' two  spaces ' };
  expect(saves(host).map(({ body }) => body)).toEqual([
    { ...details, known: { ...known, phone: '0400-000-001' } },
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  expect(typed()).toBe('{}');
});

test('a field that is empty, wrong or too long is named, the first one has the focus, and nothing is sent', async () => {
  const host = show();
  await edit();
  await userEvent.clear(screen.getByLabelText('First name'));
  fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'a'.repeat(151) } });
  await enter('Email', 'alex');
  await press('Save');
  const fields = ['First name', 'Last name', 'Email'].map((label) => screen.getByLabelText(label));
  const said = ['Enter your first name', 'This is too long', 'Enter an email address like name@example.org'];
  for (const [index, field] of fields.entries())
    expect(field).toHaveAccessibleDescription(`Error: ${said[index]}`);
  expect(fields[0]).toHaveFocus();
  expect(saves(host)).toEqual([]);
});

test('a zone that this browser does not know stays chosen', async () => {
  show({ user: { ...user, timeZone: 'Mars/Olympus_Mons' } });
  await edit();
  expect(screen.getByLabelText('Time zone')).toHaveDisplayValue('Mars, Olympus Mons');
});

describe('the current password', () => {
  const asked = async (data: Partial<AllData> = {}) => {
    const host = show(data);
    host.answer(listPasskeys, () => ({
      body: { passkeys: [{ id: 'a', name: 'Phone', createdAt: '2026-11-20T01:00:00Z' }] },
    }));
    host.answer(saveUser, rejects('unprocessable', 'currentPassword'));
    await edit();
    await enter('Email', 'ada@example.org');
    await press('Save');
    return host;
  };

  test('is asked for once the server wants it, sent at once, and asked for no more after that', async () => {
    const host = await asked();
    const field = await screen.findByLabelText('Current password');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(expect.stringContaining('This is wrong.'));
    host.answer(saveUser, ({ email }) => ({ body: { user: { ...user, email } } }));
    await userEvent.type(field, 'correct horse');
    await press('Save');
    expect(await screen.findByText('ada@example.org')).toBeVisible();
    expect(saves(host).at(-1)?.body).toMatchObject({ currentPassword: 'correct horse' });
    expect(host.outbox.state.getState().entries).toEqual([]);
    await edit();
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  test('is not asked for after Cancel, nor for another fault', async () => {
    const host = await asked();
    await screen.findByLabelText('Current password');
    await press('Cancel');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await edit();
    expect(labels()).toEqual(['First name', 'Last name', 'Phone', 'Email', 'New password']);
    host.answer(saveUser, rejects('unprocessable', 'email'));
    await enter('Email', 'other@example.org');
    await press('Save');
    expect(await screen.findByText('This is wrong.')).toBeVisible();
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  test('of too many attempts the field that was tried is named', async () => {
    const host = show();
    host.answer(saveUser, rejects('too-many-requests'));
    await edit();
    await enter('Email', 'ada@example.org');
    await press('Save');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Wait a minute/));
    host.answer(saveUser, rejects('unprocessable', 'currentPassword'));
    await press('Save');
    await userEvent.type(await screen.findByLabelText('Current password'), 'x');
    host.answer(saveUser, rejects('too-many-requests'));
    await press('Save');
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/Wait a minute/),
    );
    expect(screen.getByLabelText('Email')).not.toHaveAccessibleDescription(/Wait a minute/);
  });

  test('has a passkey in its place, which saves without another press', async () => {
    const passkey = installPasskey();
    const host = await asked();
    host.answer(passkeyProofOptions, () => ({
      body: { options: { challenge: 'YQ', allowCredentials: [] } },
    }));
    host.answer(proveByPasskey, () => ({ status: 204 }));
    host.answer(saveUser, ({ email }) => ({ body: { user: { ...user, email } } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('ada@example.org')).toBeVisible();
    passkey.uninstall();
  });

  test('is the team member’s own while they act, who change no password and have no passkey here', async () => {
    const passkey = installPasskey();
    const host = await asked({ adminActing: true });
    await screen.findByLabelText('Your own password');
    expect(screen.getByText('Only the participant can change the password.')).toBeVisible();
    expect(labels()).toEqual(['First name', 'Last name', 'Phone', 'Email', 'Your own password']);
    expect(host.sent.map(({ path }) => path)).not.toContain(listPasskeys.path);
    passkey.uninstall();
  });
});

describe('a change that was rejected later', () => {
  const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

  /** Two changes, the second one of phone and name, and a check-up, all rejected; made in Melbourne. */
  async function rejected() {
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
    const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    const host = show();
    for (const call of [saveUser, saveRecord]) host.answer(call, rejects('unprocessable'));
    const before = { ...known, password: '', known };
    await act(async () => {
      await host.outbox.send(saveUser, { ...before, phone: '1' }).catch(() => {});
      await host.outbox.send(saveUser, { ...before, firstName: 'Ada', phone: '2' }).catch(() => {});
      await host.outbox.send(saveRecord, RECORD).catch(() => {});
    });
    zone.mockRestore();
    return host;
  }
  const kept = ({ outbox }: FakeHost) => outbox.state.getState().rejected.map(({ path }) => path);

  test('is shown with the day and the time at the place where it was made, the newest one, until it is removed', async () => {
    const host = await rejected();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('You made it on Friday 20 November, 9:00 am. Wait a minute.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'First name: you entered “Ada”, and it is now “Alex”.',
      'Phone: you entered “2”, and it is now “”.',
    ]);
    await press('Remove it');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    await press('Remove it');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(kept(host)).toEqual([saveRecord.path]);
  });

  test('goes once it is saved after all, not while that waits for a network, and takes nothing else along', async () => {
    const host = await rejected();
    const withoutNetwork = new CallError('unreachable', 'No answer came.');
    host.answer(saveUser, () => Promise.reject(withoutNetwork));
    await press('Enter it again');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('First name')).toHaveValue('Ada');
    await press('Save');
    await screen.findByText('Kept on this device until it can be saved');
    expect(kept(host)).toEqual([saveUser.path, saveUser.path, saveRecord.path]);
    host.answer(saveUser, () => ({ body: { user } }));
    await act(() => host.outbox.flush());
    await edit();
    await press('Save');
    await waitFor(() => expect(kept(host)).toEqual([saveRecord.path]));
  });
});
