// In one file: each case is of the second factor of a log-in.
import { expect, test } from '@jest/globals';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { staffCommands } from '../../cli/staff-commands.ts';
import { decryptSecret, encryptSecret } from '../../domain/people/staff/encrypt-secret.ts';
import { codeAt, setUpSecondFactor } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, type TestApi } from '../../testing/create-test-api.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const STEP_MS = 30_000;
const LIST = '/admin/participants';
const CODE = '/admin/log-in/code';
const ACCOUNT = '/admin/account';
const SET_UP = `${ACCOUNT}/second-factor`;
const REMOVE = `${SET_UP}/remove`;
const api = await createTestApi({ connections: 10 });
const strict = await createTestApi({ config: { staffSecondFactor: 'required' } });

const isLoggedIn = async (browser: StaffBrowser): Promise<boolean> =>
  (await browser.open(LIST)).status === 200;

/** A member of staff with a second factor, logged in, at a moment whose code was not used yet. */
async function withSecondFactor(on: TestApi = api) {
  const browser = await logInStaff(on);
  const { key, codes, page } = await setUpSecondFactor(browser, on.clock.now());
  on.clock.advance(STEP_MS);
  return Object.assign(browser, { key, codes, setUpPage: page, code: () => codeAt(key, on.clock.now()) });
}

/** Another browser of the same person that has given the password. */
async function awaitingCode({ staff }: Awaited<ReturnType<typeof withSecondFactor>>, on: TestApi = api) {
  const browser = openStaffBrowser(on);
  expect(await browser.logIn(staff)).toMatchObject({ status: 303, location: CODE });
  await browser.open(CODE);
  return browser;
}

const eventsOf = async (subject: string): Promise<string[]> =>
  (await api.query('select type from audit_event where subject = $1 order by id', [subject])).map(
    ({ type }) => type,
  );

test('the key is shown as a code to scan and as text, and a first code turns it on', async () => {
  const browser = await logInStaff(api);
  const shown = await browser.open(SET_UP);
  expect(shown.text).toMatch(/<svg[^>]*role="img"/);
  expect(shown.text).toMatch(/id="key">([A-Z2-7]{4} ){7}[A-Z2-7]{4}</);
  expect((await browser.open(SET_UP)).text).toBe(shown.text);
  const before = browser.cookies.get('stepwise.session');

  const { codes } = await setUpSecondFactor(browser, api.clock.now());

  expect(new Set(codes).size).toBe(10);
  expect(browser.cookies.get('stepwise.session')).not.toBe(before);
  expect((await browser.open(ACCOUNT)).text).toContain('10 recovery codes are left');
  expect(await browser.open(SET_UP)).toMatchObject({ status: 303, location: ACCOUNT });
  expect(await eventsOf(browser.staff.id)).toEqual(['staff.logged-in', 'staff.second-factor-added']);
});

test('a wrong first code turns nothing on, and the same key stays on the page', async () => {
  const browser = await logInStaff(api);
  const { text } = await browser.open(SET_UP);
  const key = /id="key">([^<]+)</.exec(text)?.[1] ?? '';
  const old = codeAt(key, new Date(api.clock.now().getTime() - 10 * STEP_MS));
  for (const code of [old, '', 'abcdef']) {
    const page = await browser.submit(SET_UP, { code });
    expect(page).toMatchObject({ status: 422, text: expect.stringContaining('This code is wrong') });
    expect(page.text).toContain(key);
  }
  expect(await openStaffBrowser(api).logIn(browser.staff)).toMatchObject({ location: '/admin' });
});

test('a first code without a key, or once it is on, leads back to the page and changes nothing', async () => {
  const browser = await logInStaff(api);
  await browser.open(ACCOUNT);
  expect(await browser.submit(SET_UP, { code: '123456' })).toMatchObject({ status: 303, location: SET_UP });
  const { key } = await setUpSecondFactor(browser, api.clock.now());
  const stored = () =>
    api.query('select second_factor_since, second_factor_secret from staff where id = $1', [
      browser.staff.id,
    ]);
  const before = await stored();
  api.clock.advance(STEP_MS);
  const code = codeAt(key, api.clock.now());
  expect(await browser.submit(SET_UP, { code })).toMatchObject({ status: 303, location: SET_UP });
  expect(await stored()).toEqual(before);
});

test('a first code that is sent twice at once turns it on once', async () => {
  const browser = await logInStaff(api);
  const { text } = await browser.open(SET_UP);
  const code = codeAt(/id="key">([^<]+)</.exec(text)?.[1] ?? '', api.clock.now());
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from staff where id = $1 for update', [browser.staff.id]);
  const sent = [1, 2].map(() => browser.submit(SET_UP, { code }));
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  await Promise.all(sent);
  expect(await eventsOf(browser.staff.id)).toEqual(['staff.logged-in', 'staff.second-factor-added']);
});

test('setting it up ends the same person’s other sessions', async () => {
  const browser = await logInStaff(api);
  const elsewhere = openStaffBrowser(api);
  await elsewhere.logIn(browser.staff);
  await setUpSecondFactor(browser, api.clock.now());
  expect(await isLoggedIn(elsewhere)).toBe(false);
  expect(await isLoggedIn(browser)).toBe(true);
});

test('neither the key nor a recovery code lies readable in the database, before or after', async () => {
  const unfinished = await logInStaff(api);
  const { text } = await unfinished.open(SET_UP);
  const { key, codes } = await withSecondFactor();
  const dump = JSON.stringify([
    await api.query('select * from staff'),
    await api.query('select * from session'),
    await api.query('select * from recovery_code'),
    await api.query('select * from audit_values'),
  ]);
  const shown = /id="key">([^<]+)</.exec(text)?.[1] ?? '';
  for (const secret of [key, shown].map((groups) => groups.replaceAll(' ', ''))) {
    expect(secret).toHaveLength(32);
    expect(dump).not.toContain(secret);
  }
  for (const code of codes) expect(dump).not.toContain(code);
});

test('the password by itself opens nothing; with a code it opens everything', async () => {
  const person = await withSecondFactor();
  const browser = await awaitingCode(person);
  for (const path of [LIST, ACCOUNT, SET_UP])
    expect(await browser.open(path)).toMatchObject({ status: 303, location: '/admin/log-in' });
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);
  expect((await eventsOf(person.staff.id)).filter((type) => type === 'staff.logged-in')).toHaveLength(1);

  // Where a passkey is rejected, its page is reloaded.
  expect(await browser.open(`${CODE}/passkey`)).toMatchObject({ status: 303, location: CODE });
  await browser.open(CODE);
  const before = browser.cookies.get('stepwise.session');
  expect(await browser.submit(CODE, { code: ` ${person.code()} ` })).toMatchObject({
    status: 303,
    location: '/admin',
  });
  expect(browser.cookies.get('stepwise.session')).not.toBe(before);
  expect(await isLoggedIn(browser)).toBe(true);
  expect((await eventsOf(person.staff.id)).filter((type) => type === 'staff.logged-in')).toHaveLength(2);
});

test('without a password there is no second step', async () => {
  const browser = openStaffBrowser(api);
  expect(await browser.open(CODE)).toMatchObject({ status: 303, location: '/admin/log-in' });
  await browser.open('/admin/log-in');
  expect(await browser.submit(CODE, { code: '123456' })).toMatchObject({
    status: 303,
    location: '/admin/log-in',
  });
});

test('a second step whose second factor is no longer there begins with the password', async () => {
  const person = await withSecondFactor();
  const browser = await awaitingCode(person);
  await api.query('update staff set second_factor_since = null where id = $1', [person.staff.id]);
  expect(await browser.submit(CODE, { code: person.code() })).toMatchObject({
    status: 303,
    location: '/admin/log-in',
  });
  expect(await isLoggedIn(browser)).toBe(false);
});

test('the second step waits ten minutes', async () => {
  const person = await withSecondFactor();
  const browser = await awaitingCode(person);
  api.clock.advance(10 * 60_000 - 1);
  expect(await browser.open(CODE)).toMatchObject({ status: 200 });
  api.clock.advance(1);
  expect(await browser.submit(CODE, { code: person.code() })).toMatchObject({ location: '/admin/log-in' });
  expect(await isLoggedIn(browser)).toBe(false);
});

test('a code works once, and none from before it works any more', async () => {
  const person = await withSecondFactor();
  const code = person.code();
  const earlier = codeAt(person.key, new Date(api.clock.now().getTime() - STEP_MS));
  const first = await awaitingCode(person);
  expect(await first.submit(CODE, { code })).toMatchObject({ location: '/admin' });
  for (const used of [code, earlier]) {
    const second = await awaitingCode(person);
    const page = await second.submit(CODE, { code: used });
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('This code is wrong') });
    expect(await isLoggedIn(second)).toBe(false);
  }
});

test('the code that set it up does not log in once more', async () => {
  const member = await logInStaff(api);
  const { key } = await setUpSecondFactor(member, api.clock.now());
  const browser = openStaffBrowser(api);
  await browser.logIn(member.staff);
  await browser.open(CODE);
  const code = codeAt(key, api.clock.now());
  expect((await browser.submit(CODE, { code })).text).toContain('This code is wrong');
});

test('of two browsers that bring the same code at once, one gets in', async () => {
  const person = await withSecondFactor();
  const browsers = [await awaitingCode(person), await awaitingCode(person)];
  const code = person.code();
  const pages = await Promise.all(browsers.map((browser) => browser.submit(CODE, { code })));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 400]);
});

test.each([
  [-2, false],
  [-1, true],
  [1, true],
  [2, false],
])('a phone whose clock differs by %i steps gets in: %s', async (steps, isRight) => {
  const person = await withSecondFactor();
  api.clock.advance(2 * STEP_MS);
  const browser = await awaitingCode(person);
  const code = codeAt(person.key, new Date(api.clock.now().getTime() + steps * STEP_MS));
  expect(await browser.submit(CODE, { code })).toMatchObject({ status: isRight ? 303 : 400 });
});

test('after five wrong codes the account waits, the right code included, and others do not', async () => {
  const person = await withSecondFactor();
  const other = await withSecondFactor();
  for (let tries = 0; tries < 5; tries++) {
    // A new log-in does not give new tries.
    const browser = await awaitingCode(person);
    expect(await browser.submit(CODE, { code: '000000' })).toMatchObject({ status: 400 });
  }
  const browser = await awaitingCode(person);
  const page = await browser.submit(CODE, { code: person.code() });
  expect(page).toMatchObject({ status: 429, text: expect.stringContaining('too many tries') });
  const others = await awaitingCode(other);
  expect(await others.submit(CODE, { code: other.code() })).toMatchObject({ location: '/admin' });
});

test('a recovery code works once, in any spelling, and is audited', async () => {
  const person = await withSecondFactor();
  const [code = ''] = person.codes;
  const stranger = await withSecondFactor();
  const theirs = await awaitingCode(stranger);
  expect(await theirs.submit(CODE, { code })).toMatchObject({ status: 400 });

  const browser = await awaitingCode(person);
  expect(await browser.submit(CODE, { code: code.toUpperCase().replaceAll('-', ' ') })).toMatchObject({
    location: '/admin',
  });
  expect((await browser.open(ACCOUNT)).text).toContain('9 recovery codes are left');
  const again = await awaitingCode(person);
  expect(await again.submit(CODE, { code })).toMatchObject({ status: 400 });
  await api.query(
    `delete from recovery_code where staff_id = $1
       and code_hash <> (select min(code_hash) from recovery_code where staff_id = $1)`,
    [person.staff.id],
  );
  expect((await browser.open(ACCOUNT)).text).toContain('1 recovery code is left');
  expect(await eventsOf(person.staff.id)).toContain('staff.recovery-code-used');
});

test('the recovery codes can be saved from the page that shows them', async () => {
  const { codes, setUpPage } = await withSecondFactor();
  const [, data = ''] =
    /download="[^"]+" href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(setUpPage.text) ?? [];
  for (const code of codes) expect(decodeURIComponent(data)).toContain(code);
  expect(setUpPage.headers.get('cache-control')).toBe('no-store');
});

test('it is removed with the password and a code, and not with one of them', async () => {
  const person = await withSecondFactor();
  const elsewhere = await awaitingCode(person);
  await elsewhere.submit(CODE, { code: person.code() });
  api.clock.advance(STEP_MS);
  await person.open(ACCOUNT);
  const code = person.code();
  for (const [fields, words] of [
    [{ password: 'wrong', code }, 'This is not your password.'],
    [{ password: PASSWORD, code: '000000' }, 'This code is wrong'],
    [{ password: PASSWORD, code: '' }, 'Enter a code.'],
    [{ password: '', code }, 'Enter your password.'],
  ] as const)
    expect(await person.submit(REMOVE, fields)).toMatchObject({
      status: 422,
      text: expect.stringContaining(words),
    });

  expect(await person.submit(REMOVE, { password: PASSWORD, code })).toMatchObject({ status: 303 });

  expect((await person.open(ACCOUNT)).text).toContain('Set up a second factor');
  expect(await isLoggedIn(elsewhere)).toBe(false);
  expect(await api.query('select 1 from recovery_code where staff_id = $1', [person.staff.id])).toEqual([]);
  expect(await openStaffBrowser(api).logIn(person.staff)).toMatchObject({ location: '/admin' });
  expect((await eventsOf(person.staff.id)).at(-2)).toBe('staff.second-factor-removed');
});

test('the command line takes it away, and ends the sessions and what waits for a code', async () => {
  const person = await withSecondFactor();
  const waiting = await awaitingCode(person);
  const code = person.code();
  const reset = () => staffCommands['reset-second-factor'](api.operation(), { email: person.staff.email });
  await reset();
  expect(await isLoggedIn(person)).toBe(false);
  expect(await waiting.submit(CODE, { code })).toMatchObject({ status: 403 });
  expect(await openStaffBrowser(api).logIn(person.staff)).toMatchObject({ location: '/admin' });
  await expect(reset()).rejects.toThrow('has no second factor');
});

test('where it is required, it is set up after log-in, and the rest opens then, acting included', async () => {
  const participant = await strict.buildParticipant();
  const browser = await logInStaff(strict);
  expect(await browser.open(LIST)).toMatchObject({ status: 303, location: SET_UP });
  expect((await browser.open(SET_UP)).text).not.toContain(`href="${LIST}">Participants`);
  await browser.submit(`${LIST}/${participant.id}/act`, { reason: 'Asked by phone to change it' });
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);
  const leaving = await logInStaff(strict);
  await leaving.open(SET_UP);
  expect(await leaving.submit('/admin/log-out')).toMatchObject({ location: '/admin/log-in' });

  await setUpSecondFactor(browser, strict.clock.now());

  expect(await isLoggedIn(browser)).toBe(true);
  await browser.act(participant.id);
  expect((await browser.send(loginCheck, undefined)).status).toBe(204);
  await browser.request('/api/logout-user/');
  expect(await isLoggedIn(browser)).toBe(true);
});

test('acting that began before the setting asked for a second factor is over', async () => {
  const participant = await strict.buildParticipant();
  const browser = await logInStaff(strict);
  await strict.query(
    `update session set participant_id = $1::uuid, data = data || jsonb_build_object('participantId', $1::uuid, 'acting', jsonb_build_object('reason', 'By phone', 'until', 99999999999999))
     where staff_id = $2`,
    [participant.id, browser.staff.id],
  );
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);
});

test('a sealed key opens for its owner and with the server’s secret only', () => {
  const sealed = encryptSecret('KEY', 'robin', 'a secret');
  expect(sealed).not.toBe(encryptSecret('KEY', 'robin', 'a secret'));
  expect(decryptSecret(sealed, 'robin', ['a secret'])).toBe('KEY');
  expect(decryptSecret(sealed, 'mo', ['a secret'])).toBeNull();
  expect(decryptSecret(sealed, 'robin', ['another secret'])).toBeNull();
  expect(decryptSecret(`${sealed.slice(0, -2)}AA`, 'robin', ['a secret'])).toBeNull();
  expect(decryptSecret('', 'robin', ['a secret'])).toBeNull();
});
