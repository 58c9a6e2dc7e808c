import '@testing-library/jest-dom/jest-globals';
import { expect, jest, test } from '@jest/globals';
import {
  addPasskey,
  listPasskeys,
  type PasskeyItem,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '@stepwise/shared-contracts/calls/passkey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { installPasskey } from '@stepwise/tooling/testing/fake-passkey';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Passkeys } from './passkeys.tsx';

const PHONE: PasskeyItem = { id: 'a', name: 'Chrome on Android', createdAt: '2026-11-20T01:00:00Z' };
const LAPTOP: PasskeyItem = { id: 'b', name: 'Laptop', createdAt: '2026-11-18T20:00:00Z' };

function show(list: () => PasskeyItem[] = () => [PHONE]) {
  const host = createFakeHost();
  host.answer(listPasskeys, () => ({ body: { passkeys: list() } }));
  const { container } = render(
    <HostProvider services={host}>
      <main>
        <Passkeys />
      </main>
    </HostProvider>,
  );
  return { host, container };
}
const rejects =
  (code: 'not-found' | 'unreachable' | 'unprocessable', issues: CallError['issues'] = []) =>
  (): never => {
    throw new CallError(code, 'No.', { status: 400, issues });
  };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const status = () => screen.getByRole('status').textContent;
const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent);

test('the list of passkeys lists passkeys by name, and gives one another name', async () => {
  const { host, container } = show(() => [PHONE, LAPTOP]);
  await press('Rename (Chrome on Android)');
  const field = screen.getByLabelText('Name of the passkey');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveValue('Chrome on Android');
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, ' {Enter}');
  expect(host.sent.map(({ path }) => path)).toEqual([listPasskeys.path]);
  await userEvent.type(field, 'My phone {Enter}');
  expect(await screen.findByText('The name was not saved. Please try again.')).toBeVisible();
  let answer = () => {};
  host.answer(renamePasskey, () => new Promise((resolve) => (answer = () => resolve({ status: 204 }))));
  await press('Save');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText(/was not saved/)).toBeNull();
  const sent = host.sent.length;
  await userEvent.type(screen.getByLabelText('Name of the passkey'), '{Enter}');
  expect(host.sent).toHaveLength(sent);
  answer();
  expect(await screen.findByText('My phone')).toBeVisible();
  expect(names()).toEqual(['My phone', 'Laptop']);
  expect(host.sent.at(-1)).toEqual({ path: renamePasskey.path, body: { id: 'a', name: 'My phone' } });
  expect(status()).toBe('Saved');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename (My phone)' }));
  await press('Rename (My phone)');
  await press('Cancel');
  expect(names()).toEqual(['My phone', 'Laptop']);
});

test('the list of passkeys says the day in the browser’s time zone on which each was added', async () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  show(() => [PHONE, LAPTOP]);
  await screen.findByText('Laptop');
  zone.mockRestore();
  expect(screen.getAllByText(/^Added/).map(({ textContent }) => textContent)).toEqual([
    'Added 20/11/2026',
    'Added 19/11/2026',
  ]);
});

test.each([
  ['here', () => ({ status: 204 as const })],
  ['elsewhere meanwhile', rejects('not-found')],
])('a passkey removed %s leaves the list, and the focus goes to the section', async (_where, answer) => {
  const { host } = show(() => [LAPTOP, PHONE]);
  await press('Remove (Chrome on Android)');
  await waitFor(() => expect(status()).toBe('The passkey was not removed. Please try again.'));
  host.answer(removePasskey, answer);
  await press('Remove (Chrome on Android)');
  await waitFor(() => expect(names()).toEqual(['Laptop']));
  expect(status()).toBe('The passkey Chrome on Android was removed.');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Passkeys' }));
});

test('passkeys that could not be loaded are loaded on a second try', async () => {
  const { host } = show(rejects('unreachable'));
  expect(await screen.findByText('Your passkeys could not be loaded.')).toBeVisible();
  host.answer(listPasskeys, () => ({ body: { passkeys: [PHONE] } }));
  await press('Try again');
  expect(await screen.findByText(PHONE.name)).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test('a passkey that was made is listed after the others; one that was not made is said', async () => {
  const passkey = installPasskey();
  const { touch } = passkey;
  try {
    const { host } = show();
    host.answer(passkeyOptions, () => ({ body: { options: { challenge: 'YQ', user: { id: 'YQ' } } } }));
    passkey.touch = async () => {
      throw new DOMException('Cancelled.', 'NotAllowedError');
    };
    await press('Add a passkey');
    await waitFor(() => expect(status()).toBe('No passkey was added. You can try again.'));
    passkey.touch = touch;
    host.answer(addPasskey, () => ({ body: { passkey: { ...PHONE, id: 'b', name: 'Laptop' } } }));
    const options = { challenge: 'YQ', user: { id: 'YQ' } };
    host.answer(passkeyOptions, ({ currentPassword }) => {
      if (currentPassword) return { body: { options } };
      return rejects('unprocessable', [{ path: ['currentPassword'], message: 'Enter it.' }])();
    });
    await press('Add a passkey');
    await userEvent.type(await screen.findByLabelText('Your current password'), 'seven');
    expect(screen.queryByText(/^No passkey was added/)).toBeNull();
    await press('Go on');
    await waitFor(() => expect(status()).toBe('The passkey Laptop was added.'));
    expect(screen.queryByLabelText('Your current password')).toBeNull();
    expect(names()).toEqual([PHONE.name, 'Laptop']);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Passkeys' }));
    expect(host.sent.at(-1)?.body).toMatchObject({ credential: { id: 'YQ', type: 'public-key' } });
  } finally {
    passkey.uninstall();
  }
});

test('a browser without passkeys offers to add none', async () => {
  show();
  await screen.findByText('Chrome on Android');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('the list of passkeys asks for the current password where the log-in is not recent', async () => {
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  try {
    const { host } = show();
    host.answer(passkeyOptions, rejects('unprocessable', [{ path: ['currentPassword'], message: 'Wrong.' }]));
    await press('Add a passkey');
    await userEvent.type(await screen.findByLabelText('Your current password'), 'not it{Enter}');
    expect(await screen.findByText('Wrong.')).toBeVisible();
    expect(host.sent.filter(({ path }) => path === passkeyOptions.path).map(({ body }) => body)).toEqual([
      { currentPassword: '' },
      { currentPassword: 'not it' },
    ]);
    expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    host.answer(passkeyOptions, () => new Promise(() => {}));
    await userEvent.type(screen.getByLabelText('Your current password'), '{Enter}');
    const isBusy = (name: string) =>
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-busy', 'true');
    isBusy('Go on');
    await press('Cancel');
    isBusy('Add a passkey');
  } finally {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  }
});

test('the list of passkeys asks for the current password to remove a passkey where the last proof is not recent', async () => {
  const { host, container } = show();
  host.answer(removePasskey, rejects('unprocessable', [{ path: ['currentPassword'], message: 'Wrong.' }]));
  await press('Remove (Chrome on Android)');
  const field = await screen.findByLabelText('Your current password');
  expect(document.activeElement).toBe(field);
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.type(field, 'not it{Enter}');
  expect(await screen.findByText('Wrong.')).toBeVisible();
  host.answer(removePasskey, () => ({ status: 204 }));
  await press('Remove Chrome on Android');
  await waitFor(() => expect(status()).toBe('The passkey Chrome on Android was removed.'));
  expect(host.sent.at(-1)).toEqual({
    path: removePasskey.path,
    body: { id: 'a', currentPassword: 'not it' },
  });
  expect(screen.queryByLabelText('Your current password')).toBeNull();
});
