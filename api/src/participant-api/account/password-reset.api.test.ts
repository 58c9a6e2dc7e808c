// In one file: each case is of one link to a new password.
import { expect, test } from '@jest/globals';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { buildStaff, logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const RESET = '/account/password-reset';
const CHOOSE = `${RESET}/choose`;
const NEW_PASSWORD = 'eleven green kettles';
const HOUR_MS = 3_600_000;

const log: string[] = [];
const api = await createMailingApi({ connections: 10, log: (line) => log.push(line) });

/** Asks for a link, and opens none. */
async function ask(email: string, browser = openStaffBrowser(api)) {
  await browser.open(RESET);
  return browser.submit(RESET, { email });
}

/** The path of the link in the message that this request brings. */
async function askForLink(email: string): Promise<string> {
  const before = api.mail.received.length;
  expect(await ask(email)).toMatchObject({ status: 303, location: `${RESET}/sent` });
  expect(await api.untilJobsTried()).toBe(0);
  const messages = api.mail.received.slice(before).map(({ text = '' }) => text);
  const text = messages.find((each) => each.includes(`${RESET}/`)) ?? '';
  return new URL(/http:\S+/.exec(text)?.[0] ?? '').pathname;
}

/** A browser that has followed a link to the form. */
async function follow(link: string) {
  const browser = openStaffBrowser(api);
  expect(await browser.open(link)).toMatchObject({ status: 303, location: CHOOSE });
  const shown = await browser.open(CHOOSE);
  return Object.assign(browser, {
    shown,
    choose: (password: string) => browser.submit(CHOOSE, { password }),
  });
}

const canLogIn = async (email: string | null | undefined, password: string): Promise<boolean> =>
  (await api.visit()).send(loginUser, { username: email ?? '', password }).then(
    () => true,
    () => false,
  );

const eventsOf = async (subject: string): Promise<string[]> =>
  (await api.query('select type from audit_event where subject = $1 order by id', [subject])).map(
    ({ type }) => type,
  );

test('from the address to a new password: it logs in, the old one and every session are over', async () => {
  const other = await api.logIn();
  const { id, email } = other.participant;
  const link = await askForLink(` ${email?.toUpperCase()} `);
  const message = api.mail.received.at(-1);
  expect(message).toMatchObject({
    to: [{ address: email }],
    from: { address: 'trial@example.org' },
    subject: 'Choose a new password for Stepwise',
  });
  expect(message?.html).toContain(`href="${api.origin}${link}"`);

  const browser = await follow(link);
  const session = browser.cookies.get('stepwise.session');
  expect(await browser.choose(NEW_PASSWORD)).toMatchObject({ status: 303, location: `${RESET}/done` });
  expect((await browser.open(`${RESET}/done`)).text).toContain('href="/login"');

  expect(browser.cookies.get('stepwise.session')).not.toBe(session);
  expect((await other.send(loginCheck, undefined)).status).toBe(200);
  expect(await canLogIn(email, PASSWORD)).toBe(false);
  expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
  expect((await eventsOf(id)).slice(1, 3)).toEqual(['password-reset.sent', 'password-reset.used']);

  const owner = openStaffBrowser(api);
  await owner.open(RESET);
  await owner.send(loginUser, { username: email ?? '', password: NEW_PASSWORD });
  const { text } = await owner.open('/account/access');
  const events = [...text.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, event]) => event);
  expect(events.slice(-3, -1)).toEqual([
    'You chose a new password by a link',
    'A visitor, not logged in sent a link to choose a new password',
  ]);
});

test('the token lies nowhere in the database, in no log line and in no page', async () => {
  const { email } = await api.buildParticipant();
  const link = await askForLink(email ?? '');
  const token = link.split('/').at(-1) ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const { shown } = await follow(link);
  const tables = await api.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const dumps = tables.map(({ name }) => api.query(`select row_to_json(t) from ${name} t`));
  expect(JSON.stringify(await Promise.all(dumps))).not.toContain(token);
  expect(shown.text).not.toContain(token);
  expect(log.join('')).toContain('/account/password-reset/…');
  expect(log.join('')).not.toContain(token);
  expect(log.join('')).not.toContain(email);
});

test('a link works once', async () => {
  const { email } = await api.buildParticipant();
  const link = await askForLink(email ?? '');
  await (await follow(link)).choose(NEW_PASSWORD);
  const again = await follow(link);
  expect(again.shown).toMatchObject({ status: 400, text: expect.stringContaining('no longer works') });
  await again.open(RESET);
  expect(await again.choose('seven brown teapots')).toMatchObject({ status: 400 });
  expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
});

test('of two browsers that use a link at once, one succeeds', async () => {
  const { id, email } = await api.buildParticipant();
  const link = await askForLink(email ?? '');
  const browsers = [await follow(link), await follow(link)];
  const passwords = ['seven brown teapots', 'nine yellow ladders'];
  const pages = await Promise.all(browsers.map((browser, index) => browser.choose(passwords[index] ?? '')));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(await canLogIn(email, passwords[pages.findIndex(({ status }) => status === 303)] ?? '')).toBe(true);
  expect((await eventsOf(id)).filter((type) => type === 'password-reset.used')).toHaveLength(1);
});

test('a link used while its account is erased is rejected and blocks no other request', async () => {
  const { id, email } = await api.buildParticipant();
  const browser = await follow(await askForLink(email ?? ''));
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select 1 from participant where id = $1 for update', [id]);
  const choosing = browser.choose(NEW_PASSWORD);
  await api.untilBlocked();
  await client.query('delete from password_reset_token where participant_id = $1', [id]);
  await client.query('commit');
  client.release();
  expect(await choosing).toMatchObject({ status: 400 });
  expect(await canLogIn(email, NEW_PASSWORD)).toBe(false);
});

test('a link runs out after an hour', async () => {
  const { email } = await api.buildParticipant();
  const browser = await follow(await askForLink(email ?? ''));
  await api.pass(HOUR_MS);
  expect(await browser.choose(NEW_PASSWORD)).toMatchObject({ status: 400 });
  expect(await canLogIn(email, PASSWORD)).toBe(true);
  await api.cleanUp();
  expect(await api.query('select 1 from password_reset_token')).toEqual([]);
});

test('only the newest link works', async () => {
  const { email } = await api.buildParticipant();
  const older = await askForLink(email ?? '');
  const newer = await askForLink(email ?? '');
  expect((await follow(older)).shown.status).toBe(400);
  expect(await (await follow(newer)).choose(NEW_PASSWORD)).toMatchObject({ status: 303 });
});

test.each([
  ['another password', { password: 'seven brown teapots' }],
  ['another address', { email: 'moved@example.org' }],
])('a link is worthless once the account has %s', async (_, change) => {
  const visitor = await api.logIn();
  const { email, firstName, lastName } = visitor.participant;
  const link = await askForLink(email ?? '');
  const details = { firstName, lastName, phone: '', email: email ?? '', password: '' };
  await visitor.send(userCalls.saveUser, { ...details, ...change });
  expect((await follow(link)).shown.status).toBe(400);
});

test.each(['anonymous', 'delete'] as const)('withdrawing (%s) ends the link', async (value) => {
  const visitor = await api.logIn();
  const link = await askForLink(visitor.participant.email ?? '');
  await visitor.send(userCalls.saveUserDataConsent, { value });
  expect((await follow(link)).shown.status).toBe(400);
});

test('a link changes the password of its own account, whichever account is logged in', async () => {
  const owner = await api.buildParticipant();
  const other = await api.logIn();
  const link = await askForLink(owner.email ?? '');
  const browser = openStaffBrowser(api);
  for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
    browser.cookies.set(name, other.cookies.get(name));
  await browser.open(link);
  await browser.open(CHOOSE);
  expect(await browser.submit(CHOOSE, { password: NEW_PASSWORD })).toMatchObject({ status: 303 });
  expect(await canLogIn(owner.email, NEW_PASSWORD)).toBe(true);
  expect(await canLogIn(other.participant.email, PASSWORD)).toBe(true);
  // This browser's is over; what the other person has open elsewhere is not.
  expect((await browser.send(loginCheck, undefined)).status).toBe(200);
});

test('a session that followed no link, and a token that was made up, change nothing', async () => {
  const browser = openStaffBrowser(api);
  expect(await browser.open(CHOOSE)).toMatchObject({ status: 400 });
  await browser.open(RESET);
  expect(await browser.submit(CHOOSE, { password: NEW_PASSWORD })).toMatchObject({ status: 400 });
  expect((await follow(`${RESET}/${'a'.repeat(43)}`)).shown.status).toBe(400);
});

test('an address without an account gets the same answer and no message', async () => {
  const { email } = await api.buildParticipant();
  const texts: string[] = [];
  const before = api.mail.received.length;
  for (const address of ['nobody@example.org', email ?? '']) {
    const browser = openStaffBrowser(api);
    expect(await ask(address, browser)).toMatchObject({ status: 303, location: `${RESET}/sent` });
    texts.push((await browser.open(`${RESET}/sent`)).text);
  }
  expect(texts[0]).toContain('If there is an account with this address, a message is on its way.');
  expect(texts[1]).toBe(texts[0]);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received.slice(before)).toMatchObject([{ to: [{ address: email }] }]);
  expect(await api.query('select 1 from password_reset_request')).toEqual([]);
});

test('an invalid address is rejected at the field', async () => {
  const long = `${'a'.repeat(60)}@${`${'x'.repeat(60)}.`.repeat(4)}org`;
  expect((await ask(long)).status).toBe(400);
  const page = await ask('<b>nonsense');
  expect(page).toMatchObject({ status: 400 });
  expect(page.text).toContain('<title>Error: Choose a new password');
  expect(page.text).toContain('role="alert" tabindex="-1" autofocus');
  expect(page.text).toContain('<a href="#email">Enter an email address');
  expect(page.text).toContain('aria-describedby="email-error"');
  expect(page.text).toContain('value="&lt;b&gt;nonsense"');
});

test('a weak password is rejected at the field and leaves the link valid', async () => {
  const { email } = await api.buildParticipant({ firstName: 'Wilhelmina', lastName: 'Featherstone' });
  const browser = await follow(await askForLink(email ?? ''));
  const words = ['short', 'password', email ?? '', 'wilhelmina', 'Featherstone'];
  for (const weak of [...words, 'x'.repeat(257)]) {
    const page = await browser.choose(weak);
    expect({ weak, ...page }).toMatchObject({ weak, status: 400 });
    expect(page.text).toContain('<a href="#password">');
    expect(page.text).toContain('aria-describedby="password-hint password-error"');
    expect(page.text).not.toContain(`value="${weak}"`);
  }
  expect(await browser.choose(NEW_PASSWORD)).toMatchObject({ status: 303 });
});

test.each(['known', 'unknown'])(
  'the sixth request for %s address sends nothing, with the same answer',
  async (kind) => {
    const known = await api.buildParticipant();
    const email = kind === 'known' ? (known.email ?? '') : 'stranger@example.org';
    const before = api.mail.received.length;
    for (let tries = 0; tries < 6; tries++)
      expect(await ask(email)).toMatchObject({ status: 303, location: `${RESET}/sent` });
    await api.untilJobsTried();
    expect(api.mail.received).toHaveLength(before + (kind === 'known' ? 5 : 0));
  },
);

test('a link takes ten passwords in a row, and no more', async () => {
  const { email } = await api.buildParticipant();
  const browser = await follow(await askForLink(email ?? ''));
  for (let times = 0; times < 10; times++) expect((await browser.choose('short')).status).toBe(400);
  expect(await browser.choose(NEW_PASSWORD)).toMatchObject({ status: 429, location: null });
  expect(await canLogIn(email, PASSWORD)).toBe(true);
});

test('a new password ends a lock-out', async () => {
  const { email } = await api.buildParticipant();
  for (let tries = 0; tries < 10; tries++) expect(await canLogIn(email, 'a wrong one')).toBe(false);
  expect(await canLogIn(email, PASSWORD)).toBe(false);
  const browser = await follow(await askForLink(email ?? ''));
  await browser.choose(NEW_PASSWORD);
  // The browser that chose it has attempts of its own from then on.
  expect(browser.cookies.get('stepwise.known')).toMatch(/~/);
  expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
});

test('the forms need the token of their session', async () => {
  const { email } = await api.buildParticipant();
  const browser = await follow(await askForLink(email ?? ''));
  for (const path of [RESET, CHOOSE]) {
    const page = await browser.post(path, { csrfToken: 'wrong', email: email ?? '', password: NEW_PASSWORD });
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('out of date') });
  }
  expect(await canLogIn(email, PASSWORD)).toBe(true);
});

test('the pages send no referrer, run no script and are not cached', async () => {
  const browser = openStaffBrowser(api);
  for (const path of [RESET, `${RESET}/${'a'.repeat(43)}`, CHOOSE, '/account/nothing']) {
    const { headers, text } = await browser.open(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script/);
  }
});

/** Passkeys that were added in Melbourne's morning, when UTC has the day before. */
async function addPasskeys(owner: Record<string, string>, ...names: string[]) {
  const [[column, id] = []] = Object.entries(owner);
  for (const name of names)
    await api.query(
      `insert into passkey (id, ${column}, name, public_key, counter, transports, created_at)
       values ($1, $2, $1, '', 0, '[]', '2026-03-09T20:00:00Z')`,
      [name, id],
    );
}
const passkeysOn = ({ text }: { text: string }) =>
  [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, passkey]) => passkey);

test('the form of a new password names the passkeys that it removes, of its own account only', async () => {
  const [owner, other] = [await api.buildParticipant(), await api.buildParticipant()];
  await addPasskeys({ participant_id: other.id }, 'Another phone');
  const without = await follow(await askForLink(owner.email ?? ''));
  expect(without.shown.text).toContain('At least 8 characters.');
  expect(without.shown.text).toContain('Saving it logs you out on every device.');
  expect(without.shown.text).not.toContain('passkeys');
  await addPasskeys({ participant_id: owner.id }, 'My phone');
  const { text } = await without.open(CHOOSE);
  expect(text).toContain('It also removes the passkeys of the account.');
  expect(passkeysOn({ text })).toEqual(['My phone, added 10/03/2026']);
});

test('a link that is worn out takes the place of the one that this browser followed before', async () => {
  const { email } = await api.buildParticipant();
  const browser = await follow(await askForLink(email ?? ''));
  await browser.open(`${RESET}/${'a'.repeat(43)}`);
  expect(await browser.open(CHOOSE)).toMatchObject({ status: 400 });
});

test('the research team chooses a new password the same way', async () => {
  const elsewhere = await logInStaff(api);
  const { id, email } = elsewhere.staff;
  await addPasskeys({ staff_id: id }, 'Their laptop');
  const browser = await follow(await askForLink(email));
  expect(browser.shown.text).toContain('At least 12 characters.');
  expect(passkeysOn(browser.shown)).toEqual(['Their laptop, added 10/03/2026']);
  for (const rejected of ['kz4-wq9-mt7', email])
    expect(await browser.choose(rejected)).toMatchObject({ status: 400 });
  expect(await browser.choose(NEW_PASSWORD)).toMatchObject({
    ...{ status: 303, location: `${RESET}/done/team` },
  });
  expect(await elsewhere.open('/admin/participants')).toMatchObject({ status: 303 });
  expect(await openStaffBrowser(api).logIn({ email })).toMatchObject({ status: 400 });
  expect(await openStaffBrowser(api).logIn({ email }, NEW_PASSWORD)).toMatchObject({ status: 303 });
  expect((await eventsOf(id)).slice(1, 3)).toEqual(['password-reset.sent', 'password-reset.used']);
});

test('an address with both kinds of account gets a link for each', async () => {
  const staff = await buildStaff(api);
  await api.buildParticipant({ email: staff.email });
  const before = api.mail.received.length;
  await ask(staff.email);
  expect(await api.untilJobsTried()).toBe(0);
  const links = api.mail.received
    .slice(before)
    .map(({ text }) => new URL(/http:\S+/.exec(text ?? '')?.[0] ?? '').pathname);
  await (await follow(links[0] ?? '')).choose('seven brown teapots');
  await (await follow(links[1] ?? '')).choose('nine yellow ladders');
  expect(await canLogIn(staff.email, 'seven brown teapots')).toBe(true);
  expect(await openStaffBrowser(api).logIn(staff, 'nine yellow ladders')).toMatchObject({ status: 303 });
});
