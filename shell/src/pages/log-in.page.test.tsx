import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { logInByPasskey, passkeyLogInOptions } from '@stepwise/shared-contracts/calls/passkey.calls';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { installPasskey } from '@stepwise/tooling/testing/fake-passkey';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderApp } from '../testing/render-app.tsx';

const rejects = (fields: Record<string, string[]>) => () => {
  throw new CallError('field-errors', 'Some details need correcting.', { status: 400, fields });
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

test('the details are sent as typed, what is going on is said, and home follows', async () => {
  let answer = () => {};
  const { host } = await renderApp({
    url: '/login',
    prepare: (h) =>
      h.answer(
        loginUser,
        () =>
          new Promise((resolve) => {
            answer = () => resolve({ body: buildAllData() });
          }),
      ),
  });
  await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
  await userEvent.type(screen.getByLabelText('Password'), ' two  spaces ');
  await submit();
  expect(screen.getByText('Logging in...')).toBeVisible();
  await submit();
  expect(host.sent.filter(({ path }) => path === loginUser.path)).toEqual([
    { path: loginUser.path, body: { username: 'alex@example.org', password: ' two  spaces ', keep: false } },
  ]);
  answer();
  expect(await screen.findByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
});

test('the device stays logged in for those who tick the box', async () => {
  const { host } = await renderApp({ url: '/login' });
  const box = screen.getByRole('checkbox', { name: 'Keep me logged in on this device' });
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(/^Only for a device that is yours alone/);
  await userEvent.click(box);
  await submit();
  expect(host.sent.at(-1)).toEqual({
    path: loginUser.path,
    body: { username: '', password: '', keep: true },
  });
});

test('a log-in with a passkey keeps the device logged in as well', async () => {
  const passkey = installPasskey();
  try {
    const { host } = await renderApp({ url: '/login' });
    host.answer(passkeyLogInOptions, () => ({
      body: { options: { challenge: 'YQ', allowCredentials: [] } },
    }));
    host.answer(logInByPasskey, () => ({ body: buildAllData() }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keep me logged in on this device' }));
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
    expect(host.sent.find(({ path }) => path === logInByPasskey.path)?.body).toMatchObject({ keep: true });
  } finally {
    passkey.uninstall();
  }
});

test('a log-in with a passkey that does not succeed says why', async () => {
  const passkey = installPasskey();
  const { touch } = passkey;
  try {
    const { host } = await renderApp({ url: '/login' });
    host.answer(passkeyLogInOptions, () => ({
      body: { options: { challenge: 'YQ', allowCredentials: [] } },
    }));
    passkey.touch = async () => {
      throw new DOMException('Cancelled.', 'NotAllowedError');
    };
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('No passkey was used. Try again, or log in with your password.');
    const touched = Promise.withResolvers<void>();
    passkey.touch = () => touched.promise;
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('Waiting for your passkey...');
    touched.reject(new DOMException('Cancelled.', 'NotAllowedError'));
    await screen.findByText('No passkey was used. Try again, or log in with your password.');
    passkey.touch = touch;
    host.answer(logInByPasskey, rejects({ __all__: ['This passkey is not known.'] }));
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('This passkey is not known.');
  } finally {
    passkey.uninstall();
  }
});

test('a device that was ended because its token was copied says so', async () => {
  const { session } = await renderApp({ url: '/login' });
  act(() => session.setRememberedUntil(0));
  expect(screen.getByText(/Its log-in was used in two places/)).toBeVisible();
  expect(screen.getByText(/^This device was logged out, because/)).toHaveAttribute('aria-live', 'polite');
  expect(session.state.getState().keptUntil).toBeNull();
  act(() => session.setRememberedUntil(60));
  expect(screen.queryByText(/used in two places/)).toBeNull();
  expect(session.state.getState().keptUntil).toBe(Date.parse('2026-11-20T09:01:00Z'));
});

test('of a session that ended on such a device only that is said', async () => {
  const { session } = await renderApp({ url: '/contact', data: buildAllData() });
  act(() => session.setRememberedUntil(0));
  await act(async () => session.expire());
  expect(await screen.findByText('This device was logged out')).toBeVisible();
  expect(screen.queryByText('You have been logged out')).toBeNull();
});

test('password managers find their fields', async () => {
  await renderApp({ url: '/login' });
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  // This browser has no passkeys.
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  expect(await accessibilityViolations(document.body)).toEqual([]);
});

test('a visitor can go back, sign up instead, or get a new password', async () => {
  await renderApp({ url: '/login' });
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/sign-up');
  expect(screen.getByRole('link', { name: 'Forgot my password' })).toHaveAttribute(
    'href',
    '/account/password-reset',
  );
});

test.each([
  [{ __all__: ['No such account.', 'More.'] }, 'No such account.', []],
  [{}, 'Please check your login details above.', []],
  [
    { username: ['Enter your email.', 'More.'], password: ['Enter your password.'] },
    'Please check your login details above.',
    ['Enter your email.', 'Enter your password.'],
  ],
])('the rejection %j is shown', async (errors, general, atFields) => {
  await renderApp({
    url: '/login',
    prepare: (h) => h.answer(loginUser, rejects(errors as Record<string, string[]>)),
  });
  await submit();
  const summary = screen.getByRole('alert');
  expect(screen.getByText(general)).toBeVisible();
  await waitFor(() => expect(summary).toHaveFocus());
  expect(screen.queryAllByText('More.')).toEqual([]);
  const fields = [screen.getByLabelText('Email'), screen.getByLabelText('Password')];
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(summary.compareDocumentPosition(screen.getByLabelText('Email')) & follows).toBe(follows);
  for (const [index, message] of atFields.entries())
    expect(fields[index]).toHaveAccessibleDescription(expect.stringContaining(message));
  for (const message of atFields) expect(screen.getAllByText(message)).toHaveLength(1);
  expect(document.title).toBe('Error: Log in – Stepwise');
});

test('a server that cannot be reached, or that has to wait, is distinguished from wrong details', async () => {
  const { host } = await renderApp({ url: '/login' });
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('This did not reach the server.');
  host.answer(loginUser, () => {
    throw new CallError('too-many-requests', 'Wait.', { status: 429 });
  });
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('There were too many attempts.');
  host.answer(loginUser, () => new Promise(() => {}));
  await submit();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('blocked cookies are named as the cause', async () => {
  await renderApp({
    url: '/login',
    prepare: (h) =>
      h.answer(loginUser, () => {
        throw new CallError('wrong-csrf-token', 'This page is out of date.', { status: 403 });
      }),
  });
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('Your browser blocks cookies');
});
