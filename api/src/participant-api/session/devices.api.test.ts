import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { listDevices, logOutDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const HOUR_MS = 3_600_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const api = await createTestApi({ connections: 10 });

async function logInOn(userAgent: string, username: string, keep: boolean): Promise<Visitor> {
  const visitor = await api.visit();
  await visitor.request(loginUser.path, {
    body: { username, password: PASSWORD, keep },
    headers: { 'user-agent': userAgent },
  });
  return visitor;
}
const devicesOf = async (visitor: Visitor) => (await visitor.send(listDevices, undefined)).body.devices;
const isLoggedIn = async (visitor: Visitor) => (await visitor.send(loginCheck, undefined)).status === 204;

test('lists where the participant is logged in, this device first, and logs out there', async () => {
  const { id, email } = await api.buildParticipant();
  const phone = await logInOn(PHONE, email ?? '', true);
  api.clock.advance(HOUR_MS);
  const desktop = await logInOn(DESKTOP, email ?? '', false);
  const later = api.clock.now().toISOString();
  const seen = await devicesOf(phone);
  expect(seen).toEqual([
    { id: expect.any(String), name: 'Chrome on Android', lastUsedAt: later, isCurrent: true, isKept: true },
    {
      id: expect.any(String),
      name: 'Firefox on Windows',
      lastUsedAt: later,
      isCurrent: false,
      isKept: false,
    },
  ]);
  // A session that goes on is a later use.
  api.clock.advance(HOUR_MS);
  expect(await isLoggedIn(desktop)).toBe(true);
  expect((await devicesOf(phone))[1]?.lastUsedAt).toBe(api.clock.now().toISOString());
  await phone.send(logOutDevice, { id: seen[1]?.id ?? '', currentPassword: PASSWORD });
  expect(await isLoggedIn(desktop)).toBe(false);
  expect(await devicesOf(phone)).toHaveLength(1);
  expect(
    await api.query(
      `select v.before, e.actor from audit_event e join audit_values v on v.event_id = e.id where type = 'device.logged-out'`,
    ),
  ).toEqual([{ before: { name: 'Firefox on Windows' }, actor: `participant:${id}` }]);
});

test('a device that stays logged in is listed until its 30 days are over, any other with its session', async () => {
  const { email } = await api.buildParticipant();
  const kept = await logInOn(PHONE, email ?? '', true);
  await logInOn(DESKTOP, email ?? '', false);
  api.clock.advance(3 * HOUR_MS);
  const devices = await devicesOf(kept);
  expect(devices.map(({ name }) => name)).toEqual(['Chrome on Android']);
  api.clock.advance(30 * 24 * HOUR_MS);
  expect(await devicesOf(await logInOn(DESKTOP, email ?? '', false))).toHaveLength(1);
});

test('a device in use is listed for as long as its session lasts', async () => {
  const { email } = await api.buildParticipant();
  const desktop = await logInOn(DESKTOP, email ?? '', false);
  for (let hour = 1; hour < 12; hour++) {
    api.clock.advance(HOUR_MS);
    expect(await isLoggedIn(desktop)).toBe(true);
  }
  await api.cleanUp();
  expect(await devicesOf(desktop)).toMatchObject([{ name: 'Firefox on Windows', isCurrent: true }]);
});

test('other devices are listed by their last use, newest first', async () => {
  const { email } = await api.buildParticipant();
  const first = await logInOn(DESKTOP, email ?? '', false);
  api.clock.advance(HOUR_MS / 2);
  await logInOn(PHONE, email ?? '', false);
  api.clock.advance(HOUR_MS / 2);
  const current = await logInOn(PHONE, email ?? '', false);
  const names = async () => (await devicesOf(current)).slice(1).map(({ name }) => name);
  expect(await names()).toEqual(['Chrome on Android', 'Firefox on Windows']);
  expect(await isLoggedIn(first)).toBe(true);
  expect(await names()).toEqual(['Firefox on Windows', 'Chrome on Android']);
});

test("another participant's device is not found and stays logged in", async () => {
  const other = await api.logIn();
  const visitor = await api.logIn();
  const [device] = await devicesOf(other);
  for (const id of [device?.id ?? '', randomUUID()]) {
    const { status, json } = await visitor.request(logOutDevice.path, { body: { id } });
    expect([status, json.error.code]).toEqual([404, 'not-found']);
  }
  expect(await isLoggedIn(other)).toBe(true);
  // Nor is one’s own that has ended.
  const own = await logInOn(PHONE, visitor.participant.email ?? '', true);
  const [phone] = await devicesOf(own);
  await api.query('update device set ended_at = $2 where id = $1', [phone?.id, api.clock.now()]);
  expect((await visitor.request(logOutDevice.path, { body: { id: phone?.id } })).status).toBe(404);
});

test('a device that ends while it is logged out is not found, and the log has no log-out', async () => {
  const visitor = await api.logIn();
  const { id, email } = visitor.participant;
  await logInOn(PHONE, email ?? '', true);
  const [, phone] = await devicesOf(visitor);
  const ending = await api.pool.connect();
  await ending.query('begin');
  await ending.query('delete from device where id = $1', [phone?.id]);
  const loggingOut = visitor.request(logOutDevice.path, {
    body: { id: phone?.id, currentPassword: PASSWORD },
  });
  await api.untilBlocked();
  await ending.query('commit');
  ending.release();
  expect((await loggingOut).status).toBe(404);
  expect(await api.eventsOf(id, 'device.logged-out')).toEqual([]);
});

test('a member of staff who acts sees no devices and logs none out', async () => {
  const visitor = await api.logIn();
  const [device] = await devicesOf(visitor);
  const browser = await logInStaff(api);
  await browser.act(visitor.participant.id);
  await expect(browser.send(listDevices, undefined)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(browser.send(logOutDevice, { id: device?.id ?? '' })).rejects.toMatchObject({
    code: 'not-allowed',
  });
  expect(await isLoggedIn(visitor)).toBe(true);
});

test.each([
  ['that does not say what it is', '', 'A browser'],
  ['that says nonsense at length', 'x'.repeat(5_000), 'A browser'],
  ['with a longer name than is kept', `${'x'.repeat(400)}/1.0 (y)`, 'x'.repeat(100)],
  [
    'of a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
])('a browser %s is named in plain words', async (_which, userAgent, name) => {
  const { email } = await api.buildParticipant();
  const [device] = await devicesOf(await logInOn(userAgent, email ?? '', false));
  expect(device?.name).toBe(name);
});

test('resuming a device, logging it out elsewhere and logging another participant in there, all at once, fails no request', async () => {
  const someoneElse = (await api.buildParticipant()).email;
  for (let round = 0; round < 8; round++) {
    const { email } = await api.buildParticipant();
    const phone = await logInOn(PHONE, email ?? '', true);
    const desktop = await logInOn(DESKTOP, email ?? '', false);
    const id = (await devicesOf(desktop)).find(({ isKept }) => isKept)?.id ?? '';
    const reopened = () => {
      const tab = api.stranger();
      tab.cookies.set('stepwise.device', phone.cookies.get('stepwise.device'));
      return tab.request(loginCheck.path);
    };
    const answers = await Promise.all([
      reopened(),
      phone.request(loginUser.path, { body: { username: someoneElse, password: PASSWORD, keep: true } }),
      reopened(),
      desktop.request(logOutDevice.path, { body: { id } }),
      reopened(),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
});
