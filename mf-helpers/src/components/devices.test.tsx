import '@testing-library/jest-dom/jest-globals';
import { expect, jest, test } from '@jest/globals';
import {
  type LoggedInDevice,
  listDevices,
  logOutDevice,
} from '@stepwise/shared-contracts/calls/device.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Devices } from './devices.tsx';

const PHONE = {
  id: '0199c1a0-0000-7000-8000-00000000000a',
  name: 'Chrome on Android',
  lastUsedAt: '2026-11-20T08:00:00Z',
  isCurrent: true,
  isKept: true,
};
const LIBRARY: LoggedInDevice = {
  id: '0199c1a0-0000-7000-8000-00000000000b',
  name: 'Firefox on Windows',
  lastUsedAt: '2026-11-18T12:00:00Z',
  isCurrent: false,
  isKept: false,
};

function show(list: () => LoggedInDevice[]) {
  const host = createFakeHost({ now: () => new Date('2026-11-20T09:00:00Z') });
  host.answer(listDevices, () => ({ body: { devices: list() } }));
  const { container } = render(
    <HostProvider services={host}>
      <main>
        <Devices />
      </main>
    </HostProvider>,
  );
  return { host, container };
}
const rejects = (code: 'not-found' | 'unreachable') => (): never => {
  throw new CallError(code, 'No.', { status: 400 });
};
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('the list of devices lists each device with day and time of its last use, and marks this one', async () => {
  const { container } = show(() => [PHONE, LIBRARY]);
  await screen.findByText('Chrome on Android');
  expect(rows()).toEqual([
    'Chrome on AndroidThis deviceIn use now, stays logged in',
    expect.stringMatching(
      /^Firefox on WindowsLast used 1[89]\/11\/2026, \d+:\d\d [ap]mLog out there \(Firefox on Windows\)$/,
    ),
  ]);
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('the list of devices says today where a device was last used today', async () => {
  show(() => [{ ...LIBRARY, lastUsedAt: '2026-11-20T08:59:00Z' }]);
  await screen.findByText(/^Last used today, \d+:\d\d [ap]m$/);
});

test('the list of devices has days of the browser’s time zone', async () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  show(() => [{ ...LIBRARY, lastUsedAt: '2026-11-18T20:00:00Z' }]);
  await screen.findByText('Last used 19/11/2026, 7:00 am');
});

test('the list of devices logs a device out, says so and moves the focus to itself', async () => {
  const { host } = show(() => [PHONE, LIBRARY]);
  const button = await screen.findByRole('button', { name: 'Log out there (Firefox on Windows)' });
  host.answer(logOutDevice, rejects('unreachable'));
  await userEvent.click(button);
  expect(await screen.findByText('You were not logged out there. Please try again.')).toBeVisible();
  expect(rows()).toHaveLength(2);
  const answered = Promise.withResolvers<{ status: 204 }>();
  host.answer(logOutDevice, () => answered.promise);
  await userEvent.click(button);
  expect(screen.getByRole('status')).toHaveTextContent('Logging out there...');
  answered.resolve({ status: 204 });
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Chrome on Android/)]));
  expect(host.sent.at(-1)).toEqual({ path: logOutDevice.path, body: { id: LIBRARY.id } });
  expect(screen.getByRole('status').textContent).toBe('Logged out on Firefox on Windows.');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Devices' }));
});

test('the list of devices says what a device that stays logged in shows until it has a connection', async () => {
  const { host } = show(() => [PHONE, { ...LIBRARY, isKept: true }]);
  host.answer(logOutDevice, () => ({ status: 204 }));
  await userEvent.click(await screen.findByRole('button', { name: /^Log out there/ }));
  expect(
    await screen.findByText(/Without a connection it shows what it kept until it has one/),
  ).toBeVisible();
});

test('a device that was logged out meanwhile leaves the list', async () => {
  const { host } = show(() => [PHONE, LIBRARY]);
  host.answer(logOutDevice, rejects('not-found'));
  await userEvent.click(await screen.findByRole('button', { name: /^Log out there/ }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('the list of devices can be loaded again where the server was away', async () => {
  let isAway = true;
  show(() => (isAway ? rejects('unreachable')() : [PHONE]));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isAway = false;
  await userEvent.click(again);
  expect(await screen.findByText('Chrome on Android')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the list of devices says nothing of the device before while it asks for the password', async () => {
  const tablet = { ...LIBRARY, id: PHONE.id.replace(/a$/, 'c'), name: 'Safari on iPad' };
  const { host } = show(() => [PHONE, LIBRARY, tablet]);
  const answered = Promise.withResolvers<{ status: 204 }>();
  host.answer(logOutDevice, () => answered.promise);
  const [first] = await screen.findAllByRole('button', { name: /^Log out there/ });
  await userEvent.click(first as HTMLElement);
  expect(screen.getByRole('status')).toHaveTextContent('Logging out there...');
  answered.resolve({ status: 204 });
  await screen.findByText(`Logged out on ${LIBRARY.name}.`);
  expect(rows()).toEqual([expect.stringMatching(/^Chrome/), expect.stringMatching(/^Safari/)]);
  host.answer(logOutDevice, () => {
    const issues = [{ path: ['currentPassword'], message: 'Wrong.' }];
    throw new CallError('unprocessable', 'No.', { status: 422, issues });
  });
  await userEvent.click(screen.getByRole('button', { name: /^Log out there/ }));
  await screen.findByLabelText('Your current password');
  expect(screen.getByRole('status')).toHaveTextContent(/^$/);
});

test('the list of devices asks for the current password where the last proof is not recent', async () => {
  const { host } = show(() => [PHONE, LIBRARY]);
  host.answer(logOutDevice, () => {
    throw new CallError('unprocessable', 'No.', {
      status: 422,
      issues: [{ path: ['currentPassword'], message: 'Wrong.' }],
    });
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Log out there/ }));
  await screen.findByLabelText('Your current password');
  expect(screen.queryByText('Wrong.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByLabelText('Your current password')).toBeNull();
  expect(rows()).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: /^Log out there/ }));
  const field = await screen.findByLabelText('Your current password');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'seven');
  await userEvent.click(screen.getByRole('button', { name: 'Log out on Firefox on Windows' }));
  await screen.findByText('Wrong.');
  expect(document.activeElement).toBe(field);
  host.answer(logOutDevice, () => ({ status: 204 }));
  await userEvent.type(field, ' quiet lanterns{Enter}');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByLabelText('Your current password')).toBeNull();
  expect(host.sent.at(-1)?.body).toEqual({ id: LIBRARY.id, currentPassword: 'seven quiet lanterns' });
});
