import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { saveDoctor, saveSupport } from '../calls/user.calls.ts';
import { CallError } from '../client/call-error.ts';
import { HostProvider } from '../host/host-services.tsx';
import type { ContactKind } from './contact.ts';
import { EditableContact } from './editable-contact.tsx';

const doctor = { name: 'Dr Kim', phone: '0491-570-006', email: 'kim@example.org' };

const show = (host: FakeHost, kind: ContactKind) =>
  render(
    <HostProvider services={host}>
      <EditableContact kind={kind}>
        {({ name, phone }, edit) => (
          <p>
            {name} {phone} {edit}
          </p>
        )}
      </EditableContact>
    </HostProvider>,
  );

async function startEditing(kind: ContactKind = 'doctor') {
  const host = createFakeHost({ data: buildAllData({ doctor }) });
  const { unmount } = show(host, kind);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button'));
  return { host, person, unmount };
}

test('a contact shows the change at once, says saving, then saved, and leaves edit mode', async () => {
  const { host, person } = await startEditing();
  const answered = Promise.withResolvers<{ status: 204 }>();
  host.answer(saveDoctor, () => answered.promise);
  const name = screen.getByLabelText('Name');
  expect(document.activeElement).toBe(name);
  await person.clear(name);
  await person.type(name, '  Dr Nguyen ');
  await person.click(screen.getByRole('button', { name: 'Save' }));

  expect(host.store.getState().doctor).toEqual({ ...doctor, name: 'Dr Nguyen' });
  expect(screen.getByRole('status').textContent).toBe('Saving…');
  await waitFor(() =>
    expect(host.sent).toEqual([{ path: '/api/save-doctor/', body: { ...doctor, name: 'Dr Nguyen' } }]),
  );
  await act(async () => answered.resolve({ status: 204 }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Saved'));
  expect(screen.getByText(/Dr Nguyen/)).toBeVisible();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit your doctor or nurse' }));
});

test('a contact reverts the change when the server rejects it, and keeps the entered values', async () => {
  const { host, person } = await startEditing();
  host.answer(saveDoctor, () => {
    throw new CallError('bad-request', 'No.', { status: 400 });
  });
  await person.type(screen.getByLabelText('Name'), ' Nguyen');
  await person.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch('could not be saved'));
  expect(host.store.getState().doctor).toEqual(doctor);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Dr Kim Nguyen');
});

test('without an answer it leaves edit mode and says that the change is stored on the device', async () => {
  const { host, person } = await startEditing();
  await person.type(screen.getByLabelText('Phone'), '{Enter}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch('Kept on this device'));
  expect(host.outbox.state.getState().entries).toHaveLength(1);
  expect(screen.getByText(/Dr Kim 0491-570-006/)).toBeVisible();

  host.answer(saveDoctor, () => ({ status: 204 }));
  await act(() => host.outbox.flush());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Saved'));
});

test('a change that an earlier page could not send is said to be stored on the device', async () => {
  const host = createFakeHost({ data: buildAllData() });
  void host.outbox.send(saveDoctor, doctor);
  await host.outbox.flush();
  show(host, 'doctor');
  expect(screen.getByRole('status').textContent).toMatch('Kept on this device');
});

test('a contact names a wrong email at its field, moves there and sends nothing', async () => {
  const { host, person } = await startEditing();
  const email = screen.getByLabelText('Email');
  await person.clear(email);
  await person.type(email, 'kim at example{Enter}');
  expect(document.activeElement).toBe(email);
  expect(screen.getByText('Enter an email address like name@example.org')).toBeVisible();
  expect(host.sent).toEqual([]);
});

test('a phone number in a different form from the hint is saved, and a support person has no email', async () => {
  const { host, person } = await startEditing('support');
  host.answer(saveSupport, () => ({ status: 204 }));
  expect(screen.queryByLabelText('Email')).toBeNull();
  await person.type(screen.getByLabelText('Name'), 'Jo');
  await person.type(screen.getByLabelText('Phone'), '+61 3 5550 0000');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(host.sent).toHaveLength(1));
  expect(host.sent[0]?.body).toEqual({ name: 'Jo', phone: '+61 3 5550 0000' });
});

test.each([
  ['a name', { name: 'Dr Kim' }, 'Edit'],
  ['a phone number', { phone: '0491-570-006' }, 'Edit'],
  ['an email', { email: 'kim@example.org' }, 'Edit'],
  ['nothing', {}, 'Add'],
])('a contact of whom %s is known can be edited or added', (_, known, verb) => {
  const contact = { name: '', phone: '', email: '', ...known };
  show(createFakeHost({ data: buildAllData({ doctor: contact }) }), 'doctor');
  expect(screen.getByRole('button', { name: `${verb} your doctor or nurse` })).toBeVisible();
});

test('Cancel leaves everything as it was', async () => {
  const { host, person } = await startEditing();
  await person.type(screen.getByLabelText('Name'), ' Nguyen');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText(/Dr Kim 0491/)).toBeVisible();
  expect(host.sent).toEqual([]);
});

test('typed details are there when the page is opened again, until they are saved or discarded', async () => {
  const { host, person, unmount } = await startEditing();
  await host.outbox.setAccount('a');
  await person.type(screen.getByLabelText('Name'), ' Nguyen');
  unmount();
  const again = show(host, 'doctor');
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Dr Kim Nguyen');
  expect(document.activeElement).toBe(document.body);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  again.unmount();
  const third = show(host, 'doctor');
  expect(screen.queryByLabelText('Name')).toBeNull();

  host.answer(saveDoctor, () => ({ status: 204 }));
  await person.click(screen.getByRole('button', { name: 'Edit your doctor or nurse' }));
  await person.type(screen.getByLabelText('Name'), ' Nguyen{Enter}');
  expect(await screen.findByText('Saved')).toBeVisible();
  third.unmount();
  show(host, 'doctor');
  expect(screen.queryByLabelText('Name')).toBeNull();
});
