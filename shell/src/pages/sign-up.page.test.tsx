import '@testing-library/jest-dom/jest-globals';
import { describe, expect, test } from '@jest/globals';
import { askMeInAMonth } from '@stepwise/shared-contracts/calls/reminder.calls';
import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type RenderedApp, renderApp } from '../testing/render-app.tsx';

const GENERAL =
  'There was a problem signing up with these details. Please correct items marked in red above and try again.';
const rejectUnreachable = () => {
  throw new CallError('unreachable', 'No answer came.');
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function atDetails(prepare?: (host: RenderedApp['host']) => void) {
  const app = await renderApp({ url: '/sign-up', ...(prepare && { prepare }) });
  await press('I Agree');
  return app;
}

test('the promise to see a doctor comes before the details', async () => {
  await renderApp({ url: '/sign-up' });
  expect(screen.getByText(/make an appointment with your doctor before going off/)).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(await accessibilityViolations(document.body)).toEqual([]);
  await press('I Agree');
  expect(screen.getByRole('heading', { name: 'Sign up' })).toHaveFocus();
  expect(await accessibilityViolations(document.body)).toEqual([]);
});

describe('Ask me in a month', () => {
  test('Back returns to the promise', async () => {
    await renderApp({ url: '/sign-up' });
    await press('Ask me in a month');
    await press('Back');
    expect(screen.getByRole('button', { name: 'I Agree' })).toBeVisible();
  });

  const atReminder = async (prepare?: (host: RenderedApp['host']) => void) => {
    const app = await renderApp({ url: '/sign-up', ...(prepare && { prepare }) });
    await press('Ask me in a month');
    return app;
  };

  test('Send asks for the message and returns to the welcome page', async () => {
    const { host } = await atReminder((h) => h.answer(askMeInAMonth, () => ({ status: 204 })));
    await userEvent.type(screen.getByLabelText('Email'), 'Alex@example.org');
    expect(await accessibilityViolations(document.body)).toEqual([]);
    await press('Send');
    expect(await screen.findByText('welcome slot')).toBeVisible();
    expect(host.sent).toContainEqual({ path: askMeInAMonth.path, body: { email: 'Alex@example.org' } });
  });

  test.each([
    ['kept', () => ({ status: 204 as const }), 'Thank you. We will send you one message in a month.'],
    ['rejected', rejectUnreachable, 'Your address could not be kept. Please try again later.'],
  ])('the welcome page says that the address was %s', async (_, answer, message) => {
    await atReminder((h) => h.answer(askMeInAMonth, answer));
    await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
    await press('Send');
    expect(await screen.findByText(message)).toBeVisible();
    // On to the next page of the welcome.
    window.history.pushState(null, '', '/?page=1');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(screen.queryByText(message)).toBeNull();
  });

  test('Send returns at once, before any answer, and a rejection has no effect', async () => {
    let fail = () => {};
    await atReminder((h) =>
      h.answer(
        askMeInAMonth,
        () =>
          new Promise((_, reject) => {
            fail = () => reject(new CallError('unreachable', 'No answer came.'));
          }),
      ),
    );
    await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
    await press('Send');
    expect(await screen.findByText('welcome slot')).toBeVisible();
    await act(async () => fail());
    expect(screen.getByText('welcome slot')).toBeVisible();
  });

  test('Send without an address asks for nothing', async () => {
    const { host } = await atReminder();
    const before = host.sent.length;
    await userEvent.type(screen.getByLabelText('Email'), '  ');
    await press('Send');
    expect(await screen.findByText('welcome slot')).toBeVisible();
    expect(host.sent).toHaveLength(before);
  });
});

describe('the details', () => {
  test('stay for Back and for a reload, but for the password', async () => {
    await atDetails();
    await userEvent.type(screen.getByLabelText('First name'), 'Alex');
    await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
    await press('Back');
    await press('I Agree');
    expect(screen.getByLabelText('Email')).toHaveValue('alex@example.org');
    await userEvent.click(screen.getByLabelText('First name'));
    await userEvent.tab();
    expect(JSON.stringify(window.history.state)).not.toContain('correct horse');
    const { pathname, search } = window.location;
    await renderApp({ url: pathname + search, state: window.history.state });
    expect(screen.getByLabelText('First name')).toHaveValue('Alex');
    expect(screen.getByLabelText('Email')).toHaveValue('alex@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('come after the promise, whatever the address says', async () => {
    await renderApp({ url: '/sign-up?step=details' });
    expect(screen.getByRole('button', { name: 'I Agree' })).toBeVisible();
  });

  test('are sent under the names of the server, then home follows', async () => {
    let answer = () => {};
    const { host } = await atDetails((h) =>
      h.answer(
        registerUser,
        () =>
          new Promise((resolve) => {
            answer = () => resolve({ body: buildAllData() });
          }),
      ),
    );
    expect(screen.queryByLabelText('Last name')).toBeNull();
    await userEvent.type(screen.getByLabelText('First name'), 'Alex');
    await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
    await userEvent.click(screen.getByLabelText('Password'));
    await userEvent.paste('correct horse battery');
    await press('Sign up');
    expect(screen.getByText('Signing up...')).toBeVisible();
    expect(host.sent.at(-1)).toEqual({
      path: registerUser.path,
      body: {
        first_name: 'Alex',
        last_name: '',
        username: 'alex@example.org',
        email: 'alex@example.org',
        password1: 'correct horse battery',
        password2: 'correct horse battery',
      },
    });
    answer();
    expect(await screen.findByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  test.each([
    ['First name', { first_name: ['Enter your first name.', 'More.'] }, 'Enter your first name.'],
    ['First name', { last_name: ['This is too long.'] }, 'This is too long.'],
    ['Email', { email: ['Enter an email.'], username: ['Taken.'] }, 'Enter an email.'],
    [
      'Email',
      { username: ['A user with that email already exists.'] },
      'A user with that email already exists.',
    ],
    ['Password', { password1: ['This password is too common.', 'More.'] }, 'This password is too common.'],
  ])('an error at %s is shown there and linked from the summary', async (label, fields, message) => {
    await atDetails((h) =>
      h.answer(registerUser, () => {
        throw new CallError('field-errors', '', { status: 400, fields: fields as Record<string, string[]> });
      }),
    );
    await press('Sign up');
    const summary = screen.getByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(summary.compareDocumentPosition(screen.getByLabelText('First name')) & follows).toBe(follows);
    const general = screen.getByText(GENERAL);
    expect(screen.getByLabelText('Password').compareDocumentPosition(general) & follows).toBe(follows);
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(screen.queryAllByText('More.')).toEqual([]);
    expect(screen.getAllByText(message)).toHaveLength(1);
    await userEvent.click(within(summary).getByRole('link', { name: label }));
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(document.title).toBe('Error: Sign up – Stepwise');
  });
});
