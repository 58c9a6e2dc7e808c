import { expect, test } from '@jest/globals';
import { setUpSecondFactor } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const ACCOUNT = '/admin/account';
const CHANGE = `${ACCOUNT}/password`;
const LIST = '/admin/participants';
const NEW_PASSWORD = 'eleven green kettles';
const api = await createTestApi();

const isLoggedIn = async (browser: StaffBrowser): Promise<boolean> =>
  (await browser.open(LIST)).status === 200;

test('the header links to the own account, which shows name and role', async () => {
  const browser = await logInStaff(api);
  expect((await browser.open(LIST)).text).toContain(`href="${ACCOUNT}"`);
  const { text } = await browser.open(ACCOUNT);
  expect(text).toContain(browser.staff.email);
  expect(text).toContain('Researcher');
});

test('a new password is in force at once, and ends the other sessions and reset links', async () => {
  const browser = await logInStaff(api);
  const elsewhere = openStaffBrowser(api);
  await elsewhere.logIn(browser.staff);
  const before = browser.cookies.get('stepwise.session');
  await browser.open(ACCOUNT);
  const fields = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };

  await api.query(
    `insert into password_reset_token (token_hash, staff_id, expires_at) values ('a link', $1, $2)`,
    [browser.staff.id, new Date(api.clock.now().getTime() + 3_600_000)],
  );

  const changed = await browser.submit(CHANGE, fields);
  expect(changed).toMatchObject({ status: 303, location: `${ACCOUNT}?done=password` });
  expect((await browser.open(ACCOUNT)).text).not.toContain('Your password is changed.');
  expect((await browser.open(changed.location ?? '')).text).toContain('Your password is changed.');

  expect(await api.query('select 1 from password_reset_token')).toEqual([]);
  expect(browser.cookies.get('stepwise.session')).not.toBe(before);
  expect(await isLoggedIn(browser)).toBe(true);
  expect(await isLoggedIn(elsewhere)).toBe(false);
  expect(await openStaffBrowser(api).logIn(browser.staff)).toMatchObject({ status: 400 });
  expect(await openStaffBrowser(api).logIn(browser.staff, NEW_PASSWORD)).toMatchObject({ status: 303 });
  const events = await api.query('select type from audit_event where subject = $1', [browser.staff.id]);
  expect(events.map(({ type }) => type)).toContain('staff.password-changed');
});

test.each([
  ['second-factor', 'Your second factor is removed. Your other sessions have ended.'],
  ['passkey-added', 'Your passkey is added.'],
  ['passkey-renamed', 'Your passkey has its new name.'],
  ['passkey-removed', 'Your passkey is removed.'],
  ['session', 'You are logged out there.'],
  ['sessions', 'You are logged out everywhere else.'],
])('after %s the page says what was done', async (done, words) => {
  const { text } = await (await logInStaff(api)).open(`${ACCOUNT}?done=${done}`);
  expect(/role="status"><p class="notice-title">([^<]*)</.exec(text)?.[1]).toBe(words);
});

test.each([
  ['a wrong old one', { oldPassword: 'wrong' }, 'This is not your password.'],
  ['no old one', { oldPassword: '' }, 'Enter the password you have now.'],
  ['eleven characters', { newPassword: 'kz4-wq9-mt7' }, 'Use at least 12 characters.'],
  ['an easy one', { newPassword: 'passwordpassword' }, 'too easy to guess'],
  ['the own name', { newPassword: 'robinrobinrobin' }, 'too easy to guess'],
  ['nothing', { newPassword: '' }, 'Use at least 12 characters.'],
])('the password stays with %s', async (_, wrong, words) => {
  const browser = await logInStaff(api);
  await browser.open(ACCOUNT);
  const page = await browser.submit(CHANGE, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, ...wrong });
  expect(page).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  expect(page.text).not.toContain(`value="${NEW_PASSWORD}"`);
  expect(await openStaffBrowser(api).logIn(browser.staff)).toMatchObject({ status: 303 });
});

test('the old password cannot be guessed from a session that was left open', async () => {
  const browser = await logInStaff(api);
  await browser.open(ACCOUNT);
  for (let tries = 0; tries < 5; tries++)
    expect(await browser.submit(CHANGE, { oldPassword: 'wrong', newPassword: NEW_PASSWORD })).toMatchObject({
      status: 422,
    });
  await browser.open(ACCOUNT);
  expect(await browser.submit(CHANGE, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })).toMatchObject({
    status: 429,
  });
});

test('changing the password and the second factor keeps the time of log-in, and the password what the factor opened', async () => {
  const browser = await logInStaff(api);
  const startedAt = api.clock.now().getTime();
  api.clock.advance(60_000);
  const { codes } = await setUpSecondFactor(browser, api.clock.now());
  const session = async () =>
    (await api.query('select data from session where staff_id = $1', [browser.staff.id]))[0].data;
  expect(await session()).toMatchObject({ secondFactor: true, startedAt });
  api.clock.advance(60_000);
  await browser.open(ACCOUNT);
  await browser.submit(CHANGE, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
  expect(await session()).toMatchObject({ secondFactor: true, startedAt });
  expect(await openStaffBrowser(api).logIn(browser.staff, NEW_PASSWORD)).toMatchObject({
    location: '/admin/log-in/code',
  });
  await browser.open(ACCOUNT);
  await browser.submit(`${ACCOUNT}/second-factor/remove`, { password: NEW_PASSWORD, code: codes[0] ?? '' });
  expect(await session()).toMatchObject({ startedAt });
  expect(await session()).not.toHaveProperty('secondFactor');
});
