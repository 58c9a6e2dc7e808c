import { expect, test } from '@jest/globals';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import { hashSessionKey } from '../../platform/sessions/session-store.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildStaff, logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const ACCOUNT = '/admin/account';
const END = `${ACCOUNT}/sessions/end`;
const END_OTHERS = `${ACCOUNT}/sessions/end-others`;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const api = await createTestApi();

async function logInWith(userAgent: string, { email }: Pick<Staff, 'email'>): Promise<StaffBrowser> {
  const browser = openStaffBrowser(api);
  const { text } = await browser.open('/admin/log-in');
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  await browser.post('/admin/log-in', { csrfToken, email, password: PASSWORD }, { 'user-agent': userAgent });
  return browser;
}

const isLoggedIn = async (browser: StaffBrowser): Promise<boolean> =>
  (await browser.open('/admin/participants')).status === 200;

/** What the account's page has of each session. */
async function sessionsShown(
  browser: StaffBrowser,
): Promise<{ words: string; session: string | undefined }[]> {
  const { text } = await browser.open(ACCOUNT);
  const card = text.slice(text.indexOf('aria-labelledby="sessions"'));
  return [...card.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => ({
    words: item
      .replace(/<button.*/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    session: /name="session" value="([^"]+)"/.exec(item)?.[1],
  }));
}

const eventsOf = async ({ id }: Pick<Staff, 'id'>) =>
  (
    await api.query(
      `select v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = $1 and e.type = 'staff.sessions-ended' order by e.id`,
      [id],
    )
  ).map(({ after }) => after);

test('the account shows where its member is logged in, with log-in and last use, this browser first', async () => {
  const staff = await buildStaff(api);
  const phone = await logInWith(CHROME, staff);
  api.clock.advance(5 * 60_000);
  const desk = await logInWith(FIREFOX, staff);
  await logInStaff(api);
  const start = /\d\d\/\d\d\/\d{4}, \d+:\d\d [ap]m/.source;
  expect((await sessionsShown(desk)).map(({ words }) => words)).toEqual([
    expect.stringMatching(new RegExp(`^Firefox on Windows , this one Logged in ${start}$`)),
    expect.stringMatching(new RegExp(`^Chrome on Android Logged in ${start}, last used ${start}$`)),
  ]);
  const lastUse = async () => /last used (.*)$/.exec((await sessionsShown(desk))[1]?.words ?? '')?.[1];
  const before = await lastUse();
  api.clock.advance(5 * 60_000);
  await phone.open(ACCOUNT);
  expect(await lastUse()).not.toBe(before);
  api.clock.advance(60_000);
  await logInWith(FIREFOX, staff);
  expect((await sessionsShown(desk)).map(({ words }) => words.split(' Logged')[0])).toEqual([
    'Firefox on Windows , this one',
    'Firefox on Windows',
    'Chrome on Android',
  ]);
  api.clock.advance(20 * 60_000);
  await desk.open(ACCOUNT);
  api.clock.advance(20 * 60_000);
  expect(await sessionsShown(desk)).toHaveLength(1);
});

test('one session ends, acting in it included, and the log has it; the others go on', async () => {
  const browser = await logInStaff(api);
  const { staff } = browser;
  const [phone, desk] = [await logInWith(CHROME, staff), await logInWith(FIREFOX, staff)];
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  await phone.act(id);
  const acting = (await sessionsShown(browser)).find(({ words }) =>
    words.includes('acting for a participant'),
  );

  expect(await browser.submit(END, { session: acting?.session ?? '' })).toMatchObject({
    status: 303,
    location: `${ACCOUNT}?done=session`,
  });

  expect(await isLoggedIn(phone)).toBe(false);
  expect([await isLoggedIn(browser), await isLoggedIn(desk)]).toEqual([true, true]);
  expect(await sessionsShown(browser)).toHaveLength(2);
  // Used until now, and begun too long ago to go on.
  await api.query(`update session set data = jsonb_set(data, '{startedAt}', '0') where key_hash = $1`, [
    await hashOf(desk),
  ]);
  expect(await sessionsShown(browser)).toHaveLength(1);
  expect(await eventsOf(staff)).toEqual([{ count: 1 }]);
  const ended = await api.query(`select type from audit_event where subject = $1 order by id`, [id]);
  expect(ended.map(({ type }) => type)).toContain('acting.ended');

  await browser.open(ACCOUNT);
  expect(await browser.submit(END, { session: acting?.session ?? '' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('This session has ended already.'),
  });
});

test('a session from before browsers were named is shown without a name, and ends by its button', async () => {
  const browser = await logInStaff(api);
  const phone = await logInWith(CHROME, browser.staff);
  await api.query(`update session set data = data - 'browser' where key_hash = $1`, [await hashOf(phone)]);
  const [, other] = await sessionsShown(browser);
  expect(other?.words).toMatch(/^A browser Logged in /);
  const { text } = await browser.open(ACCOUNT);
  expect(text).toContain('Log out there<span class="visually-hidden"> (a browser, logged in');
  expect(await browser.submit(END, { session: other?.session ?? '' })).toMatchObject({ status: 303 });
  expect(await isLoggedIn(phone)).toBe(false);
});

test('all other sessions end at once, a log-in that waits for its code included', async () => {
  const browser = await logInStaff(api);
  const { staff } = browser;
  const elsewhere = [await logInWith(CHROME, staff), await logInWith(FIREFOX, staff)];
  const waiting = openStaffBrowser(api);
  await api.query(`update staff set second_factor_since = now(), second_factor_secret = 'x' where id = $1`, [
    staff.id,
  ]);
  expect(await waiting.logIn(staff)).toMatchObject({ location: '/admin/log-in/code' });
  expect(await sessionsShown(browser)).toHaveLength(3);

  expect(await browser.submit(END_OTHERS)).toMatchObject({ location: `${ACCOUNT}?done=sessions` });

  for (const other of elsewhere) expect(await isLoggedIn(other)).toBe(false);
  expect(await waiting.open('/admin/log-in/code')).toMatchObject({ location: '/admin/log-in' });
  expect(await isLoggedIn(browser)).toBe(true);
  expect(await sessionsShown(browser)).toHaveLength(1);
  expect(await eventsOf(staff)).toEqual([{ count: 3 }]);
});

test.each([
  ['another member’s session', async () => hashOf(await logInStaff(api))],
  ['the own session', async (own: StaffBrowser) => hashOf(own)],
  ['a session that there is not', async () => '0'.repeat(64)],
  ['no session', async () => 'x'],
])('%s is rejected, and nothing ends', async (_, sessionOf) => {
  const [browser, other] = [await logInStaff(api), await logInStaff(api)];
  const session = await sessionOf(browser);
  const count = async () => (await api.query('select count(*)::int as n from session'))[0].n;
  await browser.open(ACCOUNT);
  const before = await count();
  expect(await browser.submit(END, { session })).toMatchObject({ status: 422 });
  expect(await count()).toBe(before);
  expect([await isLoggedIn(browser), await isLoggedIn(other)]).toEqual([true, true]);
  expect(await eventsOf(browser.staff)).toEqual([]);
});

/** What names the session of a browser in a form. */
const hashOf = async (browser: StaffBrowser): Promise<string> =>
  hashSessionKey(browser.cookies.get('stepwise.session') ?? '');
