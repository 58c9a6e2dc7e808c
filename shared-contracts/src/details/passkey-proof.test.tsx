import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { installPasskey } from '@stepwise/tooling/testing/fake-passkey';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listPasskeys, passkeyProofOptions, proveByPasskey } from '../calls/passkey.calls.ts';
import { CallError } from '../client/call-error.ts';
import { HostProvider } from '../host/host-services.tsx';
import { PasskeyProof } from './passkey-proof.tsx';

const PHONE = { id: 'a', name: 'Chrome on Android', createdAt: '2026-11-20T01:00:00Z' };
let passkey: ReturnType<typeof installPasskey>;

beforeEach(() => {
  passkey = installPasskey();
});
afterEach(() => passkey.uninstall());

function show(passkeys = [PHONE]) {
  const host = createFakeHost();
  host.answer(listPasskeys, () => ({ body: { passkeys } }));
  host.answer(passkeyProofOptions, () => ({
    body: { options: { challenge: 'YQ', allowCredentials: [] } },
  }));
  host.answer(proveByPasskey, () => ({ status: 204 }));
  let proofs = 0;
  const { container } = render(
    <HostProvider services={host}>
      <main>
        <PasskeyProof onProved={() => (proofs += 1)} />
      </main>
    </HostProvider>,
  );
  return { host, container, proofs: () => proofs };
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));

test('a passkey proves who it is', async () => {
  const { host, container, proofs } = show();
  await press();
  await waitFor(() => expect(proofs()).toBe(1));
  expect(host.sent.at(-1)).toMatchObject({ path: proveByPasskey.path, body: { credential: { id: 'YQ' } } });
  expect(screen.getByRole('status').textContent).toBe('');
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('one that is cancelled or rejected proves nothing, says so, and may be tried again', async () => {
  const { host, proofs } = show();
  const { touch } = passkey;
  passkey.touch = async () => {
    throw new DOMException('No.', 'NotAllowedError');
  };
  await press();
  await screen.findByText('No passkey was used. Try again, or enter your password.');
  passkey.touch = touch;
  host.answer(proveByPasskey, () => {
    throw new CallError('unprocessable', 'This passkey was not accepted.', { status: 422 });
  });
  await press();
  await screen.findByText('This passkey was not accepted.');
  expect(proofs()).toBe(0);
  host.answer(proveByPasskey, () => ({ status: 204 }));
  await press();
  await waitFor(() => expect(proofs()).toBe(1));
});

test('nothing is offered to a person without passkeys, or in a browser without them', async () => {
  const { host } = show([]);
  await waitFor(() => expect(host.sent).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  passkey.uninstall();
  expect(show().host.sent).toEqual([]);
});
