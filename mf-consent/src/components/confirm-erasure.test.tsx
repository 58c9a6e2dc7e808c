import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  listPasskeys,
  passkeyProofOptions,
  proveByPasskey,
} from '@stepwise/shared-contracts/calls/passkey.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { installPasskey } from '@stepwise/tooling/testing/fake-passkey';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfirmErasure } from './confirm-erasure.tsx';

let passkey: ReturnType<typeof installPasskey>;

beforeEach(() => {
  passkey = installPasskey();
});
afterEach(() => passkey.uninstall());

const WRONG = 'This is not your current password.';

/** To a server that asks for the current password. */
function show() {
  const host = createFakeHost({ data: buildAllData() });
  host.answer(saveUserDataConsent, () => {
    const issues = [{ path: ['currentPassword'], message: WRONG }];
    throw new CallError('unprocessable', 'The password is needed.', { status: 422, issues });
  });
  const passkeys = [{ id: 'a', name: 'Chrome on Android', createdAt: '2026-11-20T01:00:00Z' }];
  host.answer(listPasskeys, () => ({ body: { passkeys } }));
  host.answer(passkeyProofOptions, () => ({
    body: { options: { challenge: 'YQ', allowCredentials: [] } },
  }));
  host.answer(proveByPasskey, () => ({ status: 204 }));
  const { container } = render(
    <MemoryRouter initialEntries={['/consent?step=delete']}>
      <HostProvider services={host}>
        <main>
          <ConfirmErasure choice="delete" />
        </main>
      </HostProvider>
    </MemoryRouter>,
  );
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  return { host, container, press };
}
const password = () => screen.findByLabelText('Your current password');

test('the current password is asked for, and asked again with the reason where it is wrong', async () => {
  const { host, container, press } = show();
  await press('Delete all information');
  expect(await password()).not.toHaveAccessibleErrorMessage();
  await userEvent.type(await password(), 'not it');
  await press('Delete all information');
  await waitFor(async () => expect(await password()).toHaveFocus());
  expect(await password()).toHaveAccessibleDescription(expect.stringContaining(WRONG));
  expect(host.sent.at(-1)?.body).toEqual({ value: 'delete', currentPassword: 'not it' });
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('a passkey proves it instead, and once its proof is too old the password is asked for again', async () => {
  const { press } = show();
  await press('Delete all information');
  await press('Use a passkey');
  const confirm = screen.getByRole('button', { name: 'Delete all information' });
  await waitFor(() => expect(confirm).toHaveFocus());
  expect(screen.queryByLabelText('Your current password')).toBeNull();
  expect(screen.getByText(/Your passkey was accepted/)).toBeVisible();
  await press('Delete all information');
  expect(await password()).toBeVisible();
});
