import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { listDevices, logOutDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { logInStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { notifyOfChange } from './send-account-notice.job.ts';

const api = await createMailingApi();

async function messagesTo(email: string | null | undefined) {
  expect(await api.untilJobsTried()).toBe(0);
  return api.mail.received.filter(({ to }) => to?.[0]?.address === email);
}

test('a participant whom another browser logged out gets a message that says nothing of the trial', async () => {
  const visitor = await api.logIn();
  const { email } = visitor.participant;
  await (await api.visit()).send(loginUser, { username: email ?? '', password: PASSWORD });
  const { devices } = (await visitor.send(listDevices, undefined)).body;
  await visitor.send(logOutDevice, { id: devices.find(({ isCurrent }) => !isCurrent)?.id ?? '' });
  const [message, ...more] = await messagesTo(email);
  expect(message?.subject).toBe('Your account was logged out elsewhere');
  expect(message?.text).toContain(`${api.origin}/contact`);
  expect(`${message?.subject} ${message?.text}`).not.toMatch(/trial|antidepress|medic/i);
  expect(more).toEqual([]);
});

test('a member of the team gets one of sessions that were ended and of a second factor', async () => {
  const browser = await logInStaff(api, 'manager');
  const { staff } = browser;
  await notifyOfChange(api.operation(), 'second-factor-added', { staff: staff.id });
  await openStaffBrowser(api).logIn(staff);
  await browser.open('/admin/account');
  await browser.submit('/admin/account/sessions/end-others');
  const messages = await messagesTo(staff.email);
  expect(messages.map(({ subject }) => subject).sort()).toEqual([
    'A second factor was added to your account',
    'Your account was logged out elsewhere',
  ]);
  for (const { text } of messages) expect(text).toContain('/admin/account');
});

test('an account that was removed meanwhile gets none', async () => {
  const before = api.mail.received.length;
  for (const owner of [{ staff: randomUUID() }, { participant: randomUUID() }])
    await notifyOfChange(api.operation(), 'logged-out-elsewhere', owner);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received).toHaveLength(before);
});
