import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import { staffCommands } from '../../cli/staff-commands.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, TEST_SECRET } from '../../testing/create-test-api.ts';
import { buildStaff, logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const SESSION = 'stepwise.session';
const LIST = '/admin/participants';
const api = await createTestApi();

const isLoggedIn = async (browser: StaffBrowser): Promise<boolean> =>
  (await browser.open(LIST)).status === 200;

test('logging in changes the session’s id, opens Today and is audited', async () => {
  const staff = await buildStaff(api);
  const browser = openStaffBrowser(api);
  await browser.open('/admin/log-in');
  const before = browser.cookies.get(SESSION);

  expect(await browser.logIn({ email: ` ${staff.email.toUpperCase()} ` })).toMatchObject({
    status: 303,
    location: '/admin',
  });

  expect(browser.cookies.get(SESSION)).not.toBe(before);
  expect(await isLoggedIn(browser)).toBe(true);
  expect(await browser.open('/admin/log-in')).toMatchObject({ status: 303, location: '/admin' });
  expect((await browser.open('/admin')).text).toContain('Nothing is due.');
  const events = await api.query('select type, actor from audit_event where subject = $1', [staff.id]);
  expect(events).toEqual([{ type: 'staff.logged-in', actor: `staff:${staff.id}` }]);
});

test('a wrong password, an unknown address and a participant’s own are rejected in the same words', async () => {
  const staff = await buildStaff(api);
  const participant = await api.buildParticipant();
  const rejections = [
    { email: staff.email, password: 'wrong' },
    { email: 'nobody@team.example', password: PASSWORD },
    { email: participant.email ?? '', password: PASSWORD },
  ].map(async ({ email, password }) => {
    const browser = openStaffBrowser(api);
    const { status, text } = await browser.logIn({ email }, password);
    expect(await isLoggedIn(browser)).toBe(false);
    return { status, text: text.replace(email, '').replace(/value="[\w-]{43}"/g, '') };
  });
  const [first, ...others] = await Promise.all(rejections);
  expect(first?.status).toBe(400);
  expect(first?.text).toContain('Please enter a correct email address and password.');
  for (const other of others) expect(other).toEqual(first);
});

test('after five wrong passwords an account waits, the right password included, and others do not', async () => {
  const staff = await buildStaff(api);
  const other = await buildStaff(api);
  const browser = openStaffBrowser(api);
  for (let tries = 0; tries < 5; tries++)
    expect(await browser.logIn(staff, 'wrong')).toMatchObject({ status: 400 });

  const page = await browser.logIn(staff);
  expect(page).toMatchObject({ status: 429, text: expect.stringContaining('There were too many tries.') });
  expect(await browser.logIn(other)).toMatchObject({ status: 303 });
});

test('a password that is replaced while it is checked does not log in', async () => {
  const staff = await buildStaff(api);
  const browser = openStaffBrowser(api);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query(`update staff set password_hash = 'another' where id = $1`, [staff.id]);
  const answer = browser.logIn(staff);
  await api.untilBlocked();
  await holder.query('commit');
  holder.release();
  const { status, text } = await answer;
  expect(status).toBe(400);
  expect(text).toContain('Please enter a correct email address and password.');
  expect(text).toContain(`value="${staff.email}"`);
  expect(await isLoggedIn(browser)).toBe(false);
});

test('logging out ends the session', async () => {
  const browser = await logInStaff(api);
  const before = browser.cookies.get(SESSION);
  await browser.open(LIST);
  expect(await browser.submit('/admin/log-out')).toMatchObject({ status: 303, location: '/admin/log-in' });
  expect(await isLoggedIn(browser)).toBe(false);
  browser.cookies.set(SESSION, before);
  expect(await isLoggedIn(browser)).toBe(false);
  expect(await api.eventsOf(browser.staff.id, 'staff.logged-out')).toHaveLength(1);
});

test('who logs in next in a browser finds nothing that was searched for', async () => {
  const browser = await logInStaff(api, 'manager');
  for (const [address, fields] of [
    [LIST, { search: 'nguyen', stage: '' }],
    ['/admin/audit', { type: '', actor: '', about: 'nguyen', from: '', to: '' }],
  ] as const) {
    await browser.open(address);
    expect((await browser.submit(address, fields)).status).toBe(303);
  }
  expect((await browser.open(LIST)).text).toContain('nguyen');
  await browser.submit('/admin/log-out');
  expect((await browser.logIn(await buildStaff(api, 'manager'))).status).toBe(303);
  for (const address of [LIST, '/admin/audit'])
    expect((await browser.open(address)).text).not.toContain('nguyen');
});

test('logging out of the team’s pages while acting ends the acting as well', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  await browser.open(LIST);
  await browser.submit('/admin/log-out');
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);
  const events = await api.query('select type from audit_event where subject = $1 order by id', [
    participant.id,
  ]);
  expect(events.map(({ type }) => type)).toEqual(['participant.viewed', 'acting.started', 'acting.ended']);
});

const pagesOfStaff = (id: string): ['GET' | 'POST', string][] => [
  ['GET', LIST],
  ['POST', LIST],
  ['GET', `${LIST}/${id}`],
  ['POST', `${LIST}/${id}/act`],
  ['POST', '/admin/log-out'],
];

test('neither a visitor nor a participant gets any page of the team', async () => {
  const participant = await api.buildParticipant();
  const visitor = openStaffBrowser(api);
  const loggedIn = openStaffBrowser(api);
  for (const browser of [visitor, loggedIn]) {
    if (browser === loggedIn) {
      const own = await api.logIn();
      for (const name of [SESSION, `${SESSION}.sig`, 'csrftoken'])
        browser.cookies.set(name, own.cookies.get(name));
    }
    for (const [method, path] of pagesOfStaff(participant.id)) {
      await browser.open('/admin/log-in');
      const page =
        method === 'GET'
          ? await browser.open(path)
          : await browser.submit(path, { reason: 'A reason that is long enough', search: '', stage: '' });
      expect({ path, ...page }).toMatchObject({ path, status: 303, location: '/admin/log-in' });
    }
  }
  expect(await api.query('select 1 from audit_event where subject = $1', [participant.id])).toEqual([]);
});

test('a researcher who does not act is a visitor in the participants’ product', async () => {
  const browser = await logInStaff(api);
  const unauthorised = { code: 'not-logged-in' };
  await browser.send(loginCheck, undefined);
  await expect(browser.send(allData, undefined)).rejects.toMatchObject(unauthorised);
  await expect(browser.send(userCalls.saveSupport, { name: 'Jo', phone: '' })).rejects.toMatchObject(
    unauthorised,
  );
});

test.each([
  ['no token', {}],
  ['a wrong token', { csrfToken: 'wrong' }],
  ['another session’s token', 'other'],
])('a form with %s changes nothing', async (_, given) => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  const other = await logInStaff(api);
  const token =
    given === 'other' ? { csrfToken: other.cookies.get('csrftoken') } : (given as Record<string, string>);
  const fields = { ...token, reason: 'A reason that is long enough', search: 'x', stage: '' };
  for (const [method, path] of pagesOfStaff(participant.id)) {
    if (method === 'GET') continue;
    const page = await browser.post(path, fields);
    expect({ path, ...page }).toMatchObject({
      path,
      status: 403,
      text: expect.stringContaining('out of date'),
    });
  }
  expect(await isLoggedIn(browser)).toBe(true);
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);

  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  const form = { ...token, email: browser.staff.email, password: PASSWORD };
  expect(await stranger.post('/admin/log-in', form)).toMatchObject({ status: 403 });
});

test('the pages run one script, which is named by its hash, may not be framed and are not cached', async () => {
  const browser = await logInStaff(api);
  const { headers, text } = await browser.open(LIST);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const [, code = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(code).digest('base64');
  expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(text.replace(`<script>${code}</script>`, '')).not.toMatch(/<script|\son\w+=|\sstyle=/);
});

test('an unknown address is a page in plain words', async () => {
  const browser = await logInStaff(api);
  for (const path of ['/admin/nothing', `${LIST}/1/2/3`, `${LIST}/not-an-id`]) {
    expect({ path, ...(await browser.open(path)) }).toMatchObject({
      path,
      status: 404,
      text: expect.stringContaining('<h1>'),
    });
  }
});

/** The password in what a command prints. */
const passwordIn = (printed: string): string => /: (\S+)\n/.exec(printed)?.[1] ?? '';

test('a removed account is logged out at once, and so is one whose password was replaced', async () => {
  const removed = await logInStaff(api);
  const replaced = await logInStaff(api);
  await staffCommands.remove(api.operation(), { email: removed.staff.email });
  const shown = await staffCommands.password(api.operation(), { email: replaced.staff.email });
  const password = passwordIn(shown);

  expect(await isLoggedIn(removed)).toBe(false);
  expect(await removed.logIn(removed.staff)).toMatchObject({ status: 400 });
  expect(await isLoggedIn(replaced)).toBe(false);
  expect(await replaced.logIn(replaced.staff)).toMatchObject({ status: 400 });
  expect(await replaced.logIn(replaced.staff, password)).toMatchObject({ status: 303 });
  expect(await api.eventsOf(replaced.staff.id, 'staff.password-replaced')).toHaveLength(1);
});

test('the last log-in of a member of staff is the newest one', async () => {
  const { staff, logIn } = await logInStaff(api);
  const last = async () =>
    (await api.query('select last_log_in_at as at from staff where id = $1', [staff.id]))[0].at;
  expect(await last()).toEqual(api.clock.now());
  api.clock.advance(24 * 3_600_000);
  expect(await logIn(staff)).toMatchObject({ status: 303 });
  expect(await last()).toEqual(api.clock.now());
});

test('the command line adds a member of staff who can log in with the password it shows', async () => {
  const command = join(import.meta.dirname, '../../cli/staff.ts');
  const details = ['--name', 'Mo Field', '--email', 'Mo@team.example', '--role', 'manager'];
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'add', ...details], {
    env: { DATABASE_URL: api.databaseUrl, SESSION_SECRET: TEST_SECRET, ALLOCATION_SEED: TEST_SECRET },
  });
  const password = passwordIn(stdout);
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
  expect(await openStaffBrowser(api).logIn({ email: 'mo@team.example' }, password)).toMatchObject({
    status: 303,
  });
  const dump = JSON.stringify([
    await api.query('select * from staff'),
    await api.query('select * from audit_event join audit_values on event_id = id'),
  ]);
  expect(dump).not.toContain(password);
  // A process of its own takes its time on a busy machine.
});

test.each([
  ['nothing', {}, 'role: Choose at least one role.'],
  [
    'an unknown role',
    { name: 'Mo', email: 'new@team.example', role: ['boss'] },
    'role: This role is not known.',
  ],
  [
    'roles that exclude one another',
    { name: 'Mo', email: 'new@team.example', role: ['monitor', 'manager'] },
    'role: Monitor and Manager exclude one another: a monitor must not see names.',
  ],
  ['an address that is none', { name: 'Mo', email: 'team', role: ['manager'] }, 'email: '],
])('the command line adds no member of staff with %s', async (_, details, words) => {
  await expect(staffCommands.add(api.operation(), details)).rejects.toThrow(words);
});

test('an address has one account, and an unknown one none to change', async () => {
  const { email } = await buildStaff(api);
  const again = { name: 'Mo', email: email.toUpperCase(), role: ['manager'] };
  await expect(staffCommands.add(api.operation(), again)).rejects.toThrow('has an account already');
  await expect(staffCommands.remove(api.operation(), { email: 'unknown@team.example' })).rejects.toThrow(
    'No member of the team',
  );
  await expect(staffCommands.password(api.operation(), {})).rejects.toThrow('No member of the team');
});

test('a session of the team ends after half an hour without use, and the log-in says so once', async () => {
  const browser = await logInStaff(api);
  for (let minutes = 0; minutes < 80; minutes += 20) {
    api.clock.advance(20 * MINUTE_MS);
    expect(await isLoggedIn(browser)).toBe(true);
  }
  api.clock.advance(30 * MINUTE_MS);
  expect(await browser.open(LIST)).toMatchObject({ status: 303, location: '/admin/log-in' });
  await api.cleanUp();
  const { text } = await browser.open('/admin/log-in');
  expect(text).toContain('You were logged out');
  expect(text).toContain('30 minutes without use');
  expect((await browser.open('/admin/log-in')).text).not.toContain('You were logged out');
});

test('a session of the team ends ten hours after log-in however much it is used', async () => {
  const browser = await logInStaff(api);
  for (let minutes = 0; minutes < 10 * 60 - 20; minutes += 20) {
    api.clock.advance(20 * MINUTE_MS);
    await browser.open(LIST);
  }
  api.clock.advance(20 * MINUTE_MS - 1);
  expect(await isLoggedIn(browser)).toBe(true);
  api.clock.advance(1);
  expect(await isLoggedIn(browser)).toBe(false);
  expect((await browser.open('/admin/log-in')).text).toContain('10 hours after log-in');
});

test('a session that ends while acting is redirected to the team’s log-in', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  api.clock.advance(30 * MINUTE_MS);
  await browser.send(loginCheck, undefined);
  const answer = await browser.request('/api/all-data/');
  expect(answer).toMatchObject({ status: 401 });
  expect(answer.headers.get('location')).toBe(LIST);
  expect(await browser.open('/')).toMatchObject({ status: 303, location: LIST });
  expect(await browser.open(LIST)).toMatchObject({ status: 303, location: '/admin/log-in' });
  expect((await browser.open('/admin/log-in')).text).toContain('You no longer act for the participant.');
});

test('a participant’s ended session redirects nowhere and is not mentioned', async () => {
  const visitor = await api.logIn();
  api.clock.advance(121 * MINUTE_MS);
  await visitor.send(loginCheck, undefined);
  const answer = await visitor.request('/api/all-data/');
  expect(answer).toMatchObject({ status: 401 });
  expect(answer.headers.get('location')).toBeNull();
});
