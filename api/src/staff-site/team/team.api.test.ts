// In one file: members are added, changed and removed by the forms of one page.
import { expect, test } from '@jest/globals';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { staffCommands } from '../../cli/staff-commands.ts';
import { setUpSecondFactor } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { buildStaff, logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const TEAM = '/admin/staff';
const LIST = '/admin/participants';
const CHOOSE = '/account/password-reset/choose';
const NEW_PASSWORD = 'eleven green kettles';
const HOUR_MS = 3_600_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const api = await createMailingApi();

const isLoggedIn = async (browser: StaffBrowser): Promise<boolean> =>
  (await browser.open(LIST)).status === 200;

const eventsOf = (subject: string) =>
  api.query(
    `select e.type, e.actor, v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 order by e.id`,
    [subject],
  );

const staffOf = async (email: string) =>
  (await api.query('select id, roles, password_hash from staff where email = $1', [email]))[0];

let added = 0;
/** A manager with the team's page open. */
async function manager() {
  const browser = await logInStaff(api, 'manager');
  await browser.open(TEAM);
  return browser;
}
const newMember = () => ({ name: 'Mo Field', email: `mo-${++added}@team.example`, roles: 'researcher' });

/** The path of the link in the message that came last. */
async function lastLink(email: string): Promise<string> {
  expect(await api.untilJobsTried()).toBe(0);
  const message = api.mail.received.at(-1);
  expect(message?.to?.[0]?.address).toBe(email);
  return new URL(/http:\S+/.exec(message?.text ?? '')?.[0] ?? '').pathname;
}

async function choose(link: string, password = NEW_PASSWORD) {
  const browser = openStaffBrowser(api);
  await browser.open(link);
  const shown = await browser.open(CHOOSE);
  if (shown.status !== 200) return shown;
  return browser.submit(CHOOSE, { password });
}

test('a new member gets a link, chooses a password and logs in; the manager sees no password', async () => {
  const browser = await manager();
  const details = newMember();
  const sent = { ...details, email: ` ${details.email.toUpperCase()}` };
  expect(await browser.submit(TEAM, sent)).toMatchObject({ status: 303, location: `${TEAM}?done=added` });
  const page = await browser.open(`${TEAM}?done=added`);
  expect(page.text.replaceAll('<wbr>', '')).toContain(details.email);
  expect(page.text).toContain('No password chosen yet');
  const { id, password_hash } = await staffOf(details.email);
  expect(password_hash).toBeNull();
  expect((await browser.open(`${TEAM}/${id}`)).text).toContain('<dt>Password</dt><dd>Not chosen yet</dd>');
  for (const password of ['', PASSWORD])
    expect(await openStaffBrowser(api).logIn(details, password)).toMatchObject({ status: 400 });

  const link = await lastLink(details.email);
  expect(api.mail.received.at(-1)?.subject).toContain('research team');
  expect(await choose(link, 'shortish 11')).toMatchObject({
    status: 400,
    text: expect.stringContaining('at least 12'),
  });
  const chosen = await choose(link);
  expect(chosen).toMatchObject({ status: 303 });
  expect((await browser.open(`${TEAM}/${id}`)).text).toContain('<dt>Password</dt><dd>Chosen</dd>');
  const done = await openStaffBrowser(api).open(chosen.location ?? '');
  expect(done.text).toContain('class="button" href="/admin/log-in"');
  expect(await choose(link)).toMatchObject({ status: 400 });

  expect(await openStaffBrowser(api).logIn(details, NEW_PASSWORD)).toMatchObject({ location: '/admin' });
  expect(await eventsOf(id)).toMatchObject([
    {
      type: 'staff.added',
      actor: `staff:${browser.staff.id}`,
      after: { name: 'Mo Field', roles: ['researcher'] },
    },
    { type: 'password-reset.used', actor: `staff:${id}` },
    { type: 'staff.logged-in' },
  ]);
});

test.each([
  [71, 303],
  [73, 400],
])('the link of a manager, %i hours later: %i', async (hours, status) => {
  const browser = await manager();
  const details = newMember();
  await browser.submit(TEAM, details);
  const link = await lastLink(details.email);
  await api.pass(hours * HOUR_MS);
  expect(await choose(link)).toMatchObject({ status });
});

test.each([
  ['no name', { name: ' ' }, 'Enter a name.'],
  ['no address', { email: 'team' }, 'Enter an email address'],
  ['an unknown role', { roles: 'boss' }, 'This role is not known.'],
  ['no role', { roles: [] }, 'Choose at least one role.'],
  [
    'roles that exclude one another',
    { roles: ['researcher', 'blinded-researcher'] },
    'exclude one another: a blinded researcher must not learn',
  ],
])('no member is added with %s, and the form shows the values again', async (_, wrong, words) => {
  const browser = await manager();
  const before = await api.query('select count(*) from staff');
  const details = { ...newMember(), name: 'Member <new>', ...wrong };
  const page = await browser.submit(TEAM, details);
  expect(page).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  const { roles = [], ...filled } = readPageForm(page.text, TEAM);
  const chosen = [details.roles].flat().filter((each) => each !== 'boss');
  expect(filled).toEqual({ name: [details.name], email: [details.email] });
  expect(roles.toSorted()).toEqual(chosen.toSorted());
  expect(await api.query('select count(*) from staff')).toEqual(before);
});

test('an address has one account, also when two managers add it at once', async () => {
  const browsers = [await manager(), await manager()];
  const details = newMember();
  const pages = await Promise.all(browsers.map((browser) => browser.submit(TEAM, details)));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 422]);
  const rejected = pages.find(({ status }) => status === 422)?.text ?? '';
  expect(rejected).toContain('has an account on the team already');
  const { name, email, roles } = details;
  expect(readPageForm(rejected, TEAM)).toEqual({ name: [name], email: [email], roles: [roles] });
});

test('a role that a member has, and a second factor that they lack, end no session', async () => {
  const other = await logInStaff(api);
  const browser = await manager();
  const path = `${TEAM}/${other.staff.id}`;
  await browser.open(path);
  await browser.submit(`${path}/role`, { roles: 'researcher' });
  await browser.open(path);
  await browser.submit(`${path}/second-factor`);
  expect(await isLoggedIn(other)).toBe(true);
  expect((await eventsOf(other.staff.id)).map(({ type }) => type)).toEqual(['staff.logged-in']);
});

test('a role is changed with both roles in the audit log, and the person’s sessions end, acting included', async () => {
  const participant = await api.buildParticipant();
  const other = await logInStaff(api, 'manager');
  await other.act(participant.id);
  const browser = await manager();
  const path = `${TEAM}/${other.staff.id}`;
  await browser.open(path);
  const changed = await browser.submit(`${path}/role`, { roles: 'researcher' });
  expect(changed).toMatchObject({ status: 303, location: `${path}?done=role` });
  expect((await browser.open(path)).text).not.toContain('The roles are changed.');
  expect((await browser.open(changed.location ?? '')).text).toContain('The roles are changed.');

  expect((await other.send(loginCheck, undefined)).status).toBe(200);
  expect(await isLoggedIn(other)).toBe(false);
  await other.logIn(other.staff);
  expect(await other.open(TEAM)).toMatchObject({ status: 403 });
  expect(await eventsOf(other.staff.id)).toContainEqual({
    type: 'staff.role-changed',
    actor: `staff:${browser.staff.id}`,
    before: { roles: ['manager'] },
    after: { roles: ['researcher'] },
  });
});

test('a removed member is out at once, also while acting, and cannot come back by a link', async () => {
  const participant = await api.buildParticipant();
  const other = await logInStaff(api);
  const browser = await manager();
  const path = `${TEAM}/${other.staff.id}`;
  await browser.open(path);
  await browser.submit(`${path}/password-link`);
  const link = await lastLink(other.staff.email);
  await other.act(participant.id);

  expect((await browser.open(`${path}/remove`)).text).toContain('Remove Robin Reed from the team?');
  expect(await browser.submit(`${path}/remove`)).toMatchObject({
    status: 303,
    location: `${TEAM}?done=removed`,
  });
  expect((await browser.open(TEAM)).text).not.toContain('The account is gone');
  expect((await browser.open(`${TEAM}?done=removed`)).text).toContain('The account is gone');

  expect((await other.send(loginCheck, undefined)).status).toBe(200);
  expect(await isLoggedIn(other)).toBe(false);
  expect(await other.logIn(other.staff)).toMatchObject({ status: 400 });
  expect(await choose(link)).toMatchObject({ status: 400 });
  expect(await browser.open(path)).toMatchObject({ status: 404 });
  expect((await eventsOf(other.staff.id)).at(-1)).toMatchObject({
    type: 'staff.removed',
    before: { name: 'Robin Reed', roles: ['researcher'] },
  });
});

test('the page and the list say of a member when each was added, last there and secured', async () => {
  const { id, email } = await buildStaff(api, 'monitor');
  await api.query(
    `update staff set name = 'Aa First', created_at = '2026-01-01T22:00:00Z', last_log_in_at = '2026-02-01T22:00:00Z',
       second_factor_since = '2026-01-31T22:00:00Z' where id = $1`,
    [id],
  );
  const browser = await manager();
  const listed = async () => rowsOfPage((await browser.open(TEAM)).text)[1];
  const [lastLogIn, factor] = ['02/02/2026, 9:00 am', '01/02/2026, 9:00 am'];
  expect(await listed()).toEqual(['Aa First', email, 'Monitor', 'On', lastLogIn]);
  expect(rowsOfPage((await browser.open(`${TEAM}/${id}`)).text)).toEqual([
    ['Email', email],
    ['Roles', 'Monitor'],
    ['Password', 'Chosen'],
    ['Second factor', `On since ${factor}`],
    ['Last log-in', lastLogIn],
    ['Added', '02/01/2026, 9:00 am'],
  ]);
  await api.query('update staff set second_factor_since = null, last_log_in_at = null where id = $1', [id]);
  expect(await listed()).toEqual(['Aa First', email, 'Monitor', 'Off', 'Never']);
  expect(rowsOfPage((await browser.open(`${TEAM}/${id}`)).text).slice(3, 5)).toEqual([
    ['Second factor', 'Off'],
    ['Last log-in', 'Never'],
  ]);
  await api.query('delete from staff where id = $1', [id]);
});

test('a new link leaves the password as it is until it is used', async () => {
  const other = await logInStaff(api);
  const browser = await manager();
  const path = `${TEAM}/${other.staff.id}`;
  await browser.open(path);
  expect(await browser.submit(`${path}/password-link`)).toMatchObject({
    location: `${path}?done=password-link`,
  });
  expect((await browser.open(`${path}?done=password-link`)).text).toContain(
    'choose a password is on its way',
  );
  const link = await lastLink(other.staff.email);
  expect(await isLoggedIn(other)).toBe(true);
  await choose(link);
  expect(await isLoggedIn(other)).toBe(false);
  expect(await openStaffBrowser(api).logIn(other.staff, NEW_PASSWORD)).toMatchObject({ location: '/admin' });
  expect((await eventsOf(other.staff.id)).map(({ type }) => type)).toContain('staff.password-link-asked-for');
});

test('a second factor is taken away by a manager, and the person’s sessions end', async () => {
  const other = await logInStaff(api);
  await setUpSecondFactor(other, api.clock.now());
  const browser = await manager();
  const path = `${TEAM}/${other.staff.id}`;
  expect((await browser.open(path)).text).toContain('Take the second factor away');
  const reset = await browser.submit(`${path}/second-factor`);
  expect(reset).toMatchObject({ status: 303, location: `${path}?done=second-factor` });
  expect((await browser.open(reset.location ?? '')).text).toContain('The second factor is taken away.');
  expect(await isLoggedIn(other)).toBe(false);
  expect(await other.logIn(other.staff)).toMatchObject({ location: '/admin' });
  expect((await eventsOf(other.staff.id)).map(({ type }) => type)).toContain('staff.second-factor-reset');
});

test('members cannot change, reset or remove their own account here', async () => {
  const browser = await manager();
  const path = `${TEAM}/${browser.staff.id}`;
  const page = await browser.open(path);
  expect(page.text).toContain('This is your own account.');
  expect(page.text).not.toContain(`action="${path}`);
  expect(await browser.open(`${path}/remove`)).toMatchObject({ status: 303, location: path });
  for (const change of ['role', 'password-link', 'second-factor', 'remove']) {
    await browser.open(TEAM);
    expect(await browser.submit(`${path}/${change}`, { roles: 'researcher' })).toMatchObject({ status: 403 });
  }
  expect(await staffOf(browser.staff.email)).toMatchObject({ roles: ['manager'] });
});

test.each(['remove', 'role'])(
  'of two managers who %s one another at once, one stays a manager',
  async (change) => {
    const pair = [await manager(), await manager()] as const;
    const at = (browser: (typeof pair)[number], other: (typeof pair)[number]) =>
      browser.submit(`${TEAM}/${other.staff.id}/${change}`, { roles: 'researcher' });
    const pages = await Promise.all([at(pair[0], pair[1]), at(pair[1], pair[0])]);
    expect(pages.filter(({ location }) => location?.includes('done='))).toHaveLength(1);
    const left = await api.query(`select 1 from staff where 'manager' = any(roles) and id = any($1)`, [
      pair.map(({ staff }) => staff.id),
    ]);
    expect(left).toHaveLength(1);
  },
);

test.each([UNKNOWN, 'not-an-id'])('the unknown member %s cannot be seen or changed', async (id) => {
  const browser = await manager();
  for (const path of [`${TEAM}/${id}`, `${TEAM}/${id}/remove`])
    expect(await browser.open(path)).toMatchObject({ status: 404 });
  for (const change of ['role', 'password-link', 'second-factor', 'remove']) {
    await browser.open(TEAM);
    expect(await browser.submit(`${TEAM}/${id}/${change}`, { roles: 'manager' })).toMatchObject({
      status: 404,
    });
  }
});

test.each([
  ['an unknown role', ['boss'], 'This role is not known.'],
  ['no role', [], 'Choose at least one role.'],
  [
    'a role that sees groups and one that must not',
    ['blinded-researcher', 'statistician'],
    'Blinded researcher and Statistician exclude one another',
  ],
  [
    'the statistician’s role beside the blinded one',
    ['statistician', 'blinded-statistician'],
    'exclude one another',
  ],
  [
    'a role that sees names and one that must not',
    ['monitor', 'researcher'],
    'Monitor and Researcher exclude one another',
  ],
])('a change to %s is rejected in words and saves nothing', async (_, roles, words) => {
  const other = await buildStaff(api);
  const browser = await manager();
  const { status, text } = await browser.submit(`${TEAM}/${other.id}/role`, { roles });
  expect(status).toBe(422);
  expect(/<a href="#roles">([^<]*)/.exec(text)?.[1]).toContain(words);
  for (const role of roles.filter((each) => each !== 'boss'))
    expect(text).toContain(`name="roles" value="${role}" checked`);
  expect(await staffOf(other.email)).toMatchObject({ roles: ['researcher'] });
});

test('several roles are held at once and shown on the team’s page, which says what each may do', async () => {
  const other = await buildStaff(api);
  const browser = await manager();
  const roles = ['allocator', 'statistician'];
  expect(await browser.submit(`${TEAM}/${other.id}/role`, { roles })).toMatchObject({ status: 303 });
  expect(await staffOf(other.email)).toMatchObject({ roles: ['statistician', 'allocator'] });
  // The first of the list, however many there are.
  await api.query(`update staff set name = 'Aa Member' where id = $1`, [other.id]);
  const { text } = await browser.open(TEAM);
  expect(text.replaceAll('<wbr>', '')).toContain('Statistician, Allocator');
  expect(text).toContain('aria-label="Rights by role"');
});

test('a team of more than 20 has further pages', async () => {
  await api.query(
    `insert into staff (id, name, email, roles, created_at)
     select gen_random_uuid(), 'Ab Member ' || lpad(n::text, 2, '0'), 'ab.' || n || '@research.example', '{researcher}', now()
     from generate_series(1, 25) n`,
  );
  const browser = await manager();
  const names = (text: string) => text.replaceAll('<wbr>', '').match(/Ab Member \d\d/g) ?? [];
  const [first, second] = [await browser.open(TEAM), await browser.open(`${TEAM}?page=2`)];
  expect(first.text.match(/href="\/admin\/staff\/[0-9a-f-]{36}"/g)).toHaveLength(20);
  expect(first.text).toContain(`href="${TEAM}?page=2"`);
  const listed = [...names(first.text), ...names(second.text)];
  expect(listed).toHaveLength(25);
  expect(listed).toEqual([...listed].sort());
  await api.query(`delete from staff where name like 'Ab Member %'`);
});

test('the last manager is neither removed nor changed, also by the operator', async () => {
  const [last, ...others] = await api.query(`select id, email from staff where 'manager' = any(roles)`);
  await api.query(`update staff set roles = '{researcher}' where id = any($1)`, [others.map(({ id }) => id)]);
  const { email } = last;
  const words = 'The team needs a manager.';
  await expect(staffCommands.remove(api.operation(), { email })).rejects.toThrow(words);
  await expect(staffCommands.roles(api.operation(), { email, role: ['monitor'] })).rejects.toThrow(words);
  expect(await staffOf(email)).toMatchObject({ roles: ['manager'] });
  await staffCommands.roles(api.operation(), { email, role: ['statistician', 'manager'] });
  expect(await staffOf(email)).toMatchObject({ roles: ['manager', 'statistician'] });
  await api.query(`update staff set roles = '{manager}' where id = any($1)`, [others.map(({ id }) => id)]);
});

test('the version before reads and writes one role of each member, in the same table', async () => {
  const { id } = await buildStaff(api, 'manager', 'statistician');
  const { id: monitor } = await buildStaff(api, 'monitor');
  const of = async (staff: string) =>
    (await api.query('select role, roles from staff where id = $1', [staff]))[0];
  expect(await of(id)).toEqual({ role: 'manager', roles: ['manager', 'statistician'] });
  expect(await of(monitor)).toEqual({ role: null, roles: ['monitor'] });
  await api.query(`update staff set role = 'researcher' where id = $1`, [id]);
  expect(await of(id)).toEqual({ role: 'researcher', roles: ['researcher'] });
});

test('the mail to a new member waits through a night without a mail server', async () => {
  await api.mail.stop();
  const browser = await manager();
  const details = newMember();
  await browser.submit(TEAM, details);
  expect(await api.untilJobsTried()).toBe(1);
  const waiting = () => api.query('select 1 from password_reset_request where email = $1', [details.email]);
  await api.cleanUp(new Date(api.clock.now().getTime() + 12 * HOUR_MS));
  expect(await waiting()).toHaveLength(1);
  await api.cleanUp(new Date(api.clock.now().getTime() + 25 * HOUR_MS));
  expect(await waiting()).toHaveLength(0);
  await api.mail.restart();
});
