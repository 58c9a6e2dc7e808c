import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { hashPassword } from '../../platform/passwords/password.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const RECENT_MS = 10 * 60_000;
const NEW_PASSWORD = 'four calm steps down';
const api = await createTestApi();

const detailsOf = ({
  firstName,
  lastName,
  email,
}: {
  firstName: string;
  lastName: string;
  email?: string | null | undefined;
}) => ({
  firstName,
  lastName,
  phone: '',
  email: email ?? '',
  password: '',
});
const newAddress = () => `new-${randomUUID()}@example.org`;
const rejection = { code: 'unprocessable', issues: [{ path: ['currentPassword'] }] };
const isLoggedIn = async (visitor: Visitor) => (await visitor.request(loginCheck.path)).status === 204;
const hashOf = async (id: string) =>
  (await api.query('select password_hash, email from participant where id = $1', [id]))[0];

test.each([
  ['a new password', { password: NEW_PASSWORD }],
  ['a new email address', { email: newAddress() }],
])('%s needs the current password once the log-in is ten minutes old', async (_what, change) => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const body = { ...detailsOf(visitor.participant), ...change };
  const before = await hashOf(id);
  api.clock.advance(RECENT_MS);
  for (const currentPassword of [undefined, '', 'not the password'])
    await expect(
      visitor.send(saveUser, { ...body, ...(currentPassword !== undefined && { currentPassword }) }),
    ).rejects.toMatchObject(rejection);
  expect(await hashOf(id)).toEqual(before);
  expect((await visitor.send(saveUser, { ...body, currentPassword: PASSWORD })).status).toBe(200);
  expect(await hashOf(id)).not.toEqual(before);
});

test('nothing is asked within ten minutes of the log-in, or for other details', async () => {
  const visitor = await api.logIn();
  const body = detailsOf(visitor.participant);
  api.clock.advance(RECENT_MS - 1);
  await visitor.send(saveUser, { ...body, password: NEW_PASSWORD });
  expect(await api.eventsOf(visitor.participant.id, 'password.changed')).toHaveLength(1);
  api.clock.advance(RECENT_MS);
  const { status } = await visitor.send(saveUser, {
    ...body,
    firstName: 'Other',
    email: body.email.toUpperCase(),
  });
  expect(status).toBe(200);
});

test('an address that the form left alone needs no password, also where another page has changed it', async () => {
  const visitor = await api.logIn();
  const { firstName, lastName, phone, email } = detailsOf(visitor.participant);
  const known = { firstName, lastName, phone, email };
  const changed = newAddress();
  await visitor.send(saveUser, { ...known, email: changed, password: '' });
  api.clock.advance(RECENT_MS);
  const { body } = await visitor.send(saveUser, { ...known, phone: '0355-500-044', password: '', known });
  expect(body.user).toMatchObject({ phone: '0355-500-044', email: changed });
});

test('guesses of the current password are slowed down', async () => {
  const visitor = await api.logIn();
  const body = { ...detailsOf(visitor.participant), password: NEW_PASSWORD };
  api.clock.advance(RECENT_MS);
  const guess = (currentPassword: string) =>
    visitor.request(saveUser.path, { body: { ...body, currentPassword } });
  for (let time = 0; time < 5; time++) expect((await guess('wrong')).status).toBe(422);
  const { status, headers } = await guess(PASSWORD);
  expect([status, headers.get('retry-after')]).toEqual([429, '180']);
});

test('new passwords are slowed down, and other details are not', async () => {
  const visitor = await api.logIn();
  const body = detailsOf(visitor.participant);
  const ask = (details: object) => visitor.request(saveUser.path, { body: { ...body, ...details } });
  for (let times = 0; times < 10; times++) expect((await ask({ password: 'x' })).status).toBe(422);
  expect((await ask({ password: NEW_PASSWORD })).status).toBe(429);
  expect((await ask({ firstName: 'Other' })).status).toBe(200);
});

test('while acting it is the staff member’s own', async () => {
  const participant = await api.buildParticipant({ passwordHash: await hashPassword(NEW_PASSWORD) });
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  api.clock.advance(RECENT_MS);
  const body = { ...detailsOf(participant), email: newAddress() };
  await expect(browser.send(saveUser, body)).rejects.toMatchObject(rejection);
  await expect(browser.send(saveUser, { ...body, currentPassword: NEW_PASSWORD })).rejects.toMatchObject(
    rejection,
  );
  const chosen = { ...detailsOf(participant), password: 'chosen by the team', currentPassword: PASSWORD };
  await expect(browser.send(saveUser, chosen)).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await browser.send(saveUser, { ...body, currentPassword: PASSWORD })).status).toBe(200);
});

test('an empty password keeps the current one, and ends no session', async () => {
  const visitor = await api.logIn();
  const other = await api.visit();
  const logIn = { username: visitor.participant.email ?? '', password: PASSWORD };
  await other.send(loginUser, logIn);
  const { password_hash: before } = await hashOf(visitor.participant.id);
  await visitor.send(saveUser, { ...detailsOf(visitor.participant), firstName: 'Sam', password: '' });
  expect((await hashOf(visitor.participant.id)).password_hash).toBe(before);
  expect(await isLoggedIn(other)).toBe(true);
  expect((await (await api.visit()).request(loginUser.path, { body: logIn })).status).toBe(200);
});

test('a new password that is the address given with it is rejected', async () => {
  const visitor = await api.logIn();
  const email = 'quartz.vellum.lantern.42@example.org';
  await expect(
    visitor.send(saveUser, { ...detailsOf(visitor.participant), email, password: email }),
  ).rejects.toMatchObject({ code: 'unprocessable', issues: [{ path: ['password'] }] });
});

test('a new password ends the other sessions', async () => {
  const visitor = await api.logIn();
  const other = await api.visit();
  await other.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  await visitor.send(saveUser, { ...detailsOf(visitor.participant), password: NEW_PASSWORD });
  expect(await isLoggedIn(visitor)).toBe(true);
  expect(await isLoggedIn(other)).toBe(false);
});
