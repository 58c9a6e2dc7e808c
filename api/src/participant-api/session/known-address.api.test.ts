import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { sendKnownAddressNotice } from '../../domain/people/accounts/send-known-address-notice.job.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';

const DAY_MS = 86_400_000;
const QUARTER_HOUR_MS = 15 * 60_000;
const api = await createMailingApi({ config: { trustedProxies: 1 } });

/** Signs up from a browser of its own. */
async function signUp(email: string, { ip = '203.0.113.1', password = 'seven quiet lanterns' } = {}) {
  const visitor = await api.visit();
  return visitor.request(registerUser.path, {
    body: {
      first_name: 'Ada',
      last_name: '',
      email,
      username: email,
      password1: password,
      password2: password,
    },
    headers: { 'x-forwarded-for': ip },
  });
}

async function messagesTo(email: string) {
  expect(await api.untilJobsTried()).toBe(0);
  return api.mail.received.filter(({ to }) => to?.[0]?.address === email);
}

test('sign-up says that an address has an account once everything else is right', async () => {
  const { email = '' } = await api.buildParticipant();
  const weak = await signUp(email ?? '', { password: 'x' });
  expect([weak.status, Object.keys(weak.json.errors)]).toEqual([400, ['password1']]);
  const right = await signUp(email ?? '');
  expect([right.status, Object.keys(right.json.errors)]).toEqual([400, ['email']]);
});

test('a network can find ten addresses that have an account, and then none', async () => {
  const participants = await Promise.all(Array.from({ length: 11 }, () => api.buildParticipant()));
  const from = { ip: '203.0.114.2' };
  for (let attempt = 0; attempt < 12; attempt++)
    expect((await signUp(`unknown${attempt}@example.org`, from)).status).toBe(200);
  for (const { email } of participants.slice(0, 10))
    expect((await signUp(email ?? '', from)).status).toBe(400);
  for (const email of [participants[10]?.email ?? '', 'unknown@example.org']) {
    const { status, headers } = await signUp(email, from);
    expect([status, headers.get('retry-after')]).toEqual([429, '900']);
  }
  expect((await signUp('elsewhere@example.org', { ip: '203.0.115.3' })).status).toBe(200);
  await api.pass(QUARTER_HOUR_MS);
  expect((await signUp('unknown@example.org', from)).status).toBe(200);
});

test('a new address of one’s own account counts as well', async () => {
  const visitor = await api.logIn();
  const other = await api.buildParticipant();
  const { firstName, lastName, email } = visitor.participant;
  const body = { firstName, lastName, phone: '', email: other.email ?? '', password: '' };
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(visitor.send(saveUser, body)).rejects.toMatchObject({ issues: [{ path: ['email'] }] });
  await expect(visitor.send(saveUser, body)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await visitor.send(saveUser, { ...body, email: email ?? '' })).status).toBe(200);
  expect(await messagesTo(other.email ?? '')).toHaveLength(1);
});

test('the owner of the address is notified once a day, in words that do not mention the trial', async () => {
  const { email = '' } = await api.buildParticipant();
  const attempt = () => signUp(email ?? '', { ip: '203.0.116.4' });
  await attempt();
  await attempt();
  const [message, ...more] = await messagesTo(email ?? '');
  expect(more).toEqual([]);
  expect(message?.text).toContain('Someone entered this email address');
  expect(message?.text).not.toMatch(/trial|antidepressant|medic/i);
  await api.pass(DAY_MS);
  await attempt();
  expect(await messagesTo(email ?? '')).toHaveLength(2);
});

test('an account that was erased meanwhile gets no message', async () => {
  const before = api.mail.received.length;
  await sendKnownAddressNotice(api.operation(), randomUUID(), api.mailing);
  expect(api.mail.received).toHaveLength(before);
});
