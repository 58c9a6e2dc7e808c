import { afterEach, expect, test } from '@jest/globals';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import { codeAt, setUpSecondFactor } from '../testing/authenticator.ts';
import { PASSWORD } from '../testing/build-participant.ts';
import { createTestApi, TEST_SECRET } from '../testing/create-test-api.ts';
import { logInStaff, openStaffBrowser } from '../testing/staff-browser.ts';

const HOUR_MS = 3_600_000;
const ACCOUNT = '/admin/account';
const NEW_PASSWORD = 'eleven green kettles';
const api = await createTestApi();
const limits = createRateLimits({ pool: api.pool, secret: TEST_SECRET, now: api.clock.now });

afterEach(() => api.clock.advance(HOUR_MS));

/** Asks until no more is allowed. */
async function exhaust(ask: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await ask();
    } catch {
      return;
    }
  }
}

test('each page that does long work for the team waits once a person has asked for too much of it', async () => {
  const browser = await logInStaff(api, 'manager');
  const person = browser.staff.id;
  await browser.open(ACCOUNT);
  for (const kind of ['password', 'export', 'document'] as const)
    await exhaust(() => limits.work(kind, { person, ip: '192.0.2.1' }));
  const audit = '/admin/audit';
  for (const path of [
    '/admin/allocation/report',
    `${audit}/verify`,
    `${audit}/export`,
    `${audit}/export-search`,
  ]) {
    await browser.open(ACCOUNT);
    expect([path, (await browser.submit(path)).status]).toEqual([path, 429]);
  }
  await browser.open(ACCOUNT);
  const fields = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await browser.submit(`${ACCOUNT}/password`, fields)).status).toBe(429);
  const { id } = await api.buildParticipant();
  expect((await browser.open(`/admin/participants/${id}/consents/1`)).status).toBe(429);
});

test('a log-in by a passkey waits where a network has begun too many, and so do its answer and a proof', async () => {
  const browser = openStaffBrowser(api);
  const member = await logInStaff(api);
  api.clock.advance(10 * 60_000);
  await member.open(ACCOUNT);
  await exhaust(() => limits.passkey('127.0.0.1'));
  const proof = await member.submit(`${ACCOUNT}/sessions/end-others`, { credential: '{}' });
  expect(proof.status).toBe(429);
  for (const path of ['/admin/log-in/passkey', '/admin/log-in/passkey/answer']) {
    await browser.open('/admin/log-in');
    expect([path, (await browser.submit(path, { credential: '{}' })).status]).toEqual([path, 429]);
  }
});

test('a first code waits after five wrong ones, and a right password or code gives every attempt back', async () => {
  const browser = await logInStaff(api);
  const account = browser.staff.id;
  const attempt = async (times: number) => {
    for (let time = 0; time < times; time++) await limits.proof(account);
  };
  await attempt(5);
  await browser.open(`${ACCOUNT}/second-factor`);
  expect((await browser.submit(`${ACCOUNT}/second-factor`, { code: '000000' })).status).toBe(429);

  await limits.proved(account);
  await attempt(4);
  const { key, codes } = await setUpSecondFactor(browser, api.clock.now());
  await attempt(4);
  await browser.open(ACCOUNT);
  const fields = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await browser.submit(`${ACCOUNT}/password`, fields)).status).toBe(303);
  await attempt(4);
  await browser.open(ACCOUNT);
  expect((await browser.submit(`${ACCOUNT}/passkeys`, { passkeyPassword: NEW_PASSWORD })).status).toBe(200);
  await attempt(4);
  api.clock.advance(30_000);
  const another = openStaffBrowser(api);
  await another.logIn(browser.staff, NEW_PASSWORD);
  await another.open('/admin/log-in/code');
  const code = codeAt(key, api.clock.now());
  expect(await another.submit('/admin/log-in/code', { code })).toMatchObject({ location: '/admin' });
  await attempt(4);
  await another.open(ACCOUNT);
  const removal = { password: NEW_PASSWORD, code: codes[0] ?? '' };
  expect((await another.submit(`${ACCOUNT}/second-factor/remove`, removal)).status).toBe(303);
  await attempt(5);
});
