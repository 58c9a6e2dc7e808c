// In one file: every way a session begins and ends shares one way to ask whether it lasts.
import { describe, expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/session.calls';
import { SESSION_ENDS_IN } from '@stepwise/shared-contracts/calls/session-header';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createRateLimits } from '../../platform/http/rate-limits.ts';
import { createSessionStore, hashSessionKey } from '../../platform/sessions/session-store.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, TEST_SECRET } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { DELETE_PARTICIPANT } from '../../testing/record-withdrawal.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const SESSION = 'stepwise.session';
const api = await createTestApi({ connections: 10 });

const isLoggedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send(calls.loginCheck, undefined)).status === 204;

const signUp = (email: string, overrides: Record<string, string> = {}) => ({
  first_name: 'Ada',
  last_name: 'Nguyen',
  username: email,
  email,
  password1: PASSWORD,
  password2: PASSWORD,
  ...overrides,
});

const addressOf = (length: number) => {
  const domain = `@${`${'x'.repeat(60)}.`.repeat(3)}org`;
  return `${'a'.repeat(length - domain.length)}${domain}`;
};

/** A second tab, or a thief: the same cookies as they are now. */
function copyOf(visitor: Visitor): Visitor {
  const copy = api.stranger();
  for (const name of [SESSION, `${SESSION}.sig`, 'csrftoken'])
    copy.cookies.set(name, visitor.cookies.get(name));
  return copy;
}

test('a visitor is reported as not logged in, without an error', async () => {
  const visitor = await api.visit();
  expect(await visitor.send(calls.loginCheck, undefined)).toEqual({ status: 200, body: { loggedIn: false } });
});

test('a name of 150 and an address of 254 characters are taken, and the account keeps the content that it began under', async () => {
  const lastName = 'x'.repeat(150);
  const { body } = await (await api.visit()).send(
    calls.registerUser,
    signUp(addressOf(254), { last_name: lastName }),
  );
  expect(body.user.lastName).toBe(lastName);
  const [row] = await api.query('select content_version from participant where id = $1', [body.user.id]);
  expect(row.content_version).toBe(api.content.version);
});

test('signing up logs in with all that the screens need, and logging in gives the same', async () => {
  const visitor = await api.visit();
  const { body } = await visitor.send(
    calls.registerUser,
    signUp('ada@example.org', {
      ...{ first_name: ' Ada', last_name: 'Nguyen ' },
      ...{ email: ' Ada@Example.org ', username: 'ADA@example.org' },
    }),
  );
  expect(body.user).toMatchObject({
    firstName: 'Ada',
    lastName: 'Nguyen',
    email: 'ada@example.org',
    homestep: 0,
    surveydone: false,
  });
  expect(body.symptoms).toHaveLength(api.content.tracker.symptoms.length);
  expect(body.activities).toHaveLength(api.content.tracker.activities.length);
  expect(await isLoggedIn(visitor)).toBe(true);

  const again = await (await api.visit()).send(calls.loginUser, {
    username: ' ADA@example.ORG',
    password: PASSWORD,
  });
  expect(again.body).toEqual(body);
});

test.each([
  ['no first name', { first_name: '  ' }, ['first_name']],
  ['a name beyond 150 characters', { last_name: 'x'.repeat(151) }, ['last_name']],
  ['an email address beyond 254 characters', { email: addressOf(255), username: addressOf(255) }, ['email']],
  ['no email address', { email: 'invalid', username: 'invalid' }, ['email']],
  ['another user name', { username: 'else@example.org' }, ['email']],
  ['a short password', { password1: 'short', password2: 'short' }, ['password1']],
  ['an easy password', { password1: 'password1', password2: 'password1' }, ['password1']],
  ['the own name as password', { password1: 'adanguyen', password2: 'adanguyen' }, ['password1']],
  ['two passwords', { password2: 'another quiet lantern' }, ['password1']],
  [
    'several faults at once',
    { first_name: '', email: '', password1: '1', password2: '1' },
    ['first_name', 'email', 'password1'],
  ],
])('sign-up names the rejected fields: %s', async (_what, overrides, fields) => {
  const visitor = await api.visit();
  const { status, json } = await visitor.request(calls.registerUser.path, {
    body: signUp('rejected@example.org', overrides),
  });
  expect(status).toBe(400);
  expect(Object.keys(json.errors).sort()).toEqual([...fields].sort());
  expect(await api.query(`select 1 from participant where email = 'rejected@example.org'`)).toEqual([]);
  expect(await isLoggedIn(visitor)).toBe(false);
});

test('an email address has one account, also when two sign up with it at once', async () => {
  const visitors = await Promise.all([1, 2, 3, 4].map(() => api.visit()));
  const answers = await Promise.all(
    visitors.map((visitor) =>
      visitor.request(calls.registerUser.path, { body: signUp('twins@example.org') }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const rejected = answers.find(({ status }) => status === 400);
  expect(rejected?.json.errors).toEqual({ email: [expect.stringContaining('already has an account')] });
  expect(await api.query(`select 1 from participant where email = 'twins@example.org'`)).toHaveLength(1);
});

test('a wrong password and an unknown account are rejected in the same words', async () => {
  const { email } = await api.buildParticipant();
  const visitor = await api.visit();
  const tryWith = (username: string, password: string) =>
    visitor.request(calls.loginUser.path, { body: { username, password } });
  const wrong = await tryWith(email ?? '', 'not the password');
  expect(wrong.status).toBe(400);
  expect(wrong.json.errors).toEqual({ __all__: [expect.stringContaining('correct email address')] });
  expect((await tryWith('unknown@example.org', PASSWORD)).json).toEqual(wrong.json);
  expect(await isLoggedIn(visitor)).toBe(false);
});

test.each([
  ['a new password', `update participant set password_hash = 'another' where id = $1`],
  ['an erasure', DELETE_PARTICIPANT],
])('%s at the same moment rejects a log-in and leaves no session', async (_what, statement) => {
  const { id, email } = await api.buildParticipant();
  const visitor = await api.visit();
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query(statement, [id]);
  const answer = visitor.request(calls.loginUser.path, { body: { username: email, password: PASSWORD } });
  await api.untilBlocked();
  await holder.query('commit');
  holder.release();
  expect(await answer).toMatchObject({ status: 400, json: { errors: { __all__: [expect.any(String)] } } });
  expect(await isLoggedIn(visitor)).toBe(false);
  expect(await api.query('select 1 from session where participant_id = $1', [id])).toEqual([]);
});

test('log-in names what is missing', async () => {
  const visitor = await api.visit();
  const { status, json } = await visitor.request(calls.loginUser.path, {
    body: { username: ' ', password: '' },
  });
  expect(status).toBe(400);
  expect(Object.keys(json.errors)).toEqual(['username', 'password']);
});

test('the session id and the token change at log-in, and the old ones open nothing', async () => {
  const { email } = await api.buildParticipant();
  const visitor = await api.visit();
  const before = copyOf(visitor);
  await visitor.send(calls.loginUser, { username: email ?? '', password: PASSWORD });
  expect(visitor.cookies.get(SESSION)).not.toBe(before.cookies.get(SESSION));
  expect(visitor.cookies.get('csrftoken')).not.toBe(before.cookies.get('csrftoken'));
  expect(await isLoggedIn(visitor)).toBe(true);
  expect(await isLoggedIn(before)).toBe(false);
});

test('a log-in takes over nothing that was kept in the session before but which shell failed', async () => {
  const { email, id } = await api.buildParticipant();
  const visitor = await api.visit();
  await visitor.send(surveySaveOption, { questionId: 1, optionId: 101 });
  const until = api.clock.now().getTime() + 60 * MINUTE_MS;
  const before = {
    ...{ loggedInAt: 1, deviceEnded: true, browser: 'Another', secondFactor: true, newSecret: 'x' },
    ...{
      survey: { predict: 1 },
      keptUntil: until,
      ended: 'session',
      passwordReset: 'x',
      failedShell: '1.0.0',
    },
    challenge: { purpose: 'log-in', challenge: 'x', until },
    awaitsCode: { staffId: id, until },
    preview: { package: 'mf-plan', version: '2.0.0', until },
    participantFilter: {},
    auditFilter: {},
  };
  const changed = await api.query('update session set data = data || $1 where key_hash = $2 returning 1', [
    JSON.stringify(before),
    hashSessionKey(visitor.cookies.get(SESSION)),
  ]);
  expect(changed).toHaveLength(1);
  await visitor.send(calls.loginUser, { username: email ?? '', password: PASSWORD });
  const [{ data }] = await api.query('select data from session where participant_id = $1', [id]);
  const now = api.clock.now().getTime();
  expect(data).toEqual({
    ...{ participantId: id, deviceId: expect.any(String), csrfToken: visitor.cookies.get('csrftoken') },
    ...{ startedAt: now, loggedInAt: now, failedShell: '1.0.0' },
  });
});

test('an invented id becomes no session', async () => {
  const visitor = await api.visit();
  visitor.cookies.set(SESSION, 'made-up');
  await visitor.request(calls.loginCheck.path);
  expect(visitor.cookies.get(SESSION)).not.toBe('made-up');
});

test('a session ends two hours after its last use, and lasts for as long as it is used', async () => {
  const used = await api.logIn();
  const idle = await api.logIn();
  for (let half = 0; half < 3; half++) {
    api.clock.advance(100 * MINUTE_MS);
    expect(await isLoggedIn(used)).toBe(true);
  }
  expect(await isLoggedIn(idle)).toBe(false);
  expect((await idle.request(calls.allData.path)).json.error.code).toBe('not-logged-in');
  api.clock.advance(120 * MINUTE_MS - 1);
  expect(await isLoggedIn(used)).toBe(true);
  api.clock.advance(120 * MINUTE_MS);
  expect(await isLoggedIn(used)).toBe(false);
});

test('a session ends after twelve hours however much it is used', async () => {
  const visitor = await api.logIn();
  for (let hour = 1; hour < 12; hour++) {
    api.clock.advance(60 * MINUTE_MS);
    expect(await isLoggedIn(visitor)).toBe(true);
  }
  api.clock.advance(60 * MINUTE_MS);
  expect(await isLoggedIn(visitor)).toBe(false);
});

test('an answer says in how many seconds the session ends, at the latest after twelve hours', async () => {
  const visitor = await api.logIn();
  const secondsLeft = async (who: Visitor) =>
    (await who.request(calls.loginCheck.path)).headers.get(SESSION_ENDS_IN);
  api.clock.advance(30_000);
  // A session in use is prolonged once a minute.
  expect(await secondsLeft(visitor)).toBe(String(120 * 60 - 30));
  api.clock.advance(MINUTE_MS);
  expect(await secondsLeft(visitor)).toBe(String(120 * 60));
  for (let hour = 1; hour < 12; hour++) {
    api.clock.advance(60 * MINUTE_MS);
    await isLoggedIn(visitor);
  }
  expect(await secondsLeft(visitor)).toBe(String(58.5 * 60));
  expect(await secondsLeft(await api.visit())).toBeNull();
});

test('the time zone of the device is kept at each log-in and look, and that of who acts is not', async () => {
  const [visitor, other] = [await api.logIn(), await api.logIn()];
  const { id, email } = visitor.participant;
  const zones = async () =>
    (
      await api.query(
        'select device_time_zone as zone from participant where id = any($1) order by id = $2',
        [[id, other.participant.id], other.participant.id],
      )
    ).map(({ zone }) => zone);
  visitor.timeZone = 'Asia/Tokyo';
  await visitor.send(calls.allData, undefined);
  expect(await zones()).toEqual(['Asia/Tokyo', 'Australia/Melbourne']);
  const away = await api.visit();
  away.timeZone = 'Europe/London';
  await away.send(calls.loginUser, { username: email ?? '', password: PASSWORD });
  expect(await zones()).toEqual(['Europe/London', 'Australia/Melbourne']);
  const team = await logInStaff(api);
  await team.act(id);
  team.timeZone = 'Australia/Perth';
  await team.send(calls.allData, undefined);
  expect(await zones()).toEqual(['Europe/London', 'Australia/Melbourne']);
});

test('logging out in one tab logs out the other', async () => {
  const tab = await api.logIn();
  const otherTab = copyOf(tab);
  expect((await tab.send(calls.logoutUser, undefined)).status).toBe(204);
  expect(await isLoggedIn(tab)).toBe(false);
  // The other tab brings a token of the session that has ended; the client takes the new one and asks again.
  await expect(otherTab.send(calls.allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
  expect(await api.eventsOf(tab.participant.id, 'session.logged-out')).toHaveLength(1);
});

test('a member of staff who ends acting has the session of their own log-in, which lasts no longer for it', async () => {
  const { id } = await api.buildParticipant();
  const team = await logInStaff(api);
  const startedAt = api.clock.now().getTime();
  api.clock.advance(MINUTE_MS);
  await team.act(id);
  const ofTeam = [team.staff.id];
  await api.query(
    `update session set data = data || '{"secondFactor":true}' where data->>'staffId' = $1`,
    ofTeam,
  );
  api.clock.advance(MINUTE_MS);
  const { status } = await team.request(calls.logoutUser.path);
  expect(status).toBe(205);
  const [{ data }] = await api.query(`select data from session where data->>'staffId' = $1`, ofTeam);
  expect(data).toMatchObject({ staffId: team.staff.id, startedAt, secondFactor: true });
  expect(data).not.toHaveProperty('participantId');
});

test('logging out without being logged in is answered as well', async () => {
  expect((await (await api.visit()).send(calls.logoutUser, undefined)).status).toBe(204);
});

test('a save in flight while its session ends is finished and revives nothing', async () => {
  const visitor = await api.logIn();
  const otherTab = copyOf(visitor);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant where id = $1 for update', [visitor.participant.id]);
  const saving = visitor.request(saveUser.path, {
    body: { firstName: 'Late', lastName: '', phone: '', email: visitor.participant.email, password: '' },
  });
  await api.untilBlocked();
  await otherTab.send(calls.logoutUser, undefined);
  await holder.query('commit');
  holder.release();
  expect((await saving).status).toBe(200);
  expect(await isLoggedIn(copyOf(visitor))).toBe(false);
  const rows = await api.query('select 1 from session where participant_id = $1', [visitor.participant.id]);
  expect(rows).toEqual([]);
});

test('writing a session that has ended meanwhile does not bring it back', async () => {
  const visitor = () => ({ startedAt: 1, csrfToken: 'new' });
  const store = createSessionStore({
    em: () => api.orm.em.fork(),
    now: api.clock.now,
    idleMs: () => 60 * MINUTE_MS,
    absoluteEnd: () => Number.POSITIVE_INFINITY,
    visitor,
  });
  const asked = () => ({ ctx: { state: {} } as never });
  await store.set('a key', { startedAt: 0, csrfToken: 'x' }, null, asked());
  const inFlight = asked();
  const data = await store.get('a key', null, inFlight);
  expect(data).toEqual({ startedAt: 0, csrfToken: 'x' });
  await store.destroy('a key', asked());
  await store.set('a key', { startedAt: 0, csrfToken: 'x' }, null, inFlight);
  expect(await store.get('a key', null, asked())).toEqual(visitor());
});

describe('a visitor’s session', () => {
  const countRows = async () => (await api.query('select count(*)::int as count from session'))[0].count;
  const answer = (visitor: Visitor, questionId: number, optionId: number) =>
    visitor.request(surveySaveOption.path, { body: { questionId, optionId } });

  test('has no row before something is kept in it', async () => {
    const before = await countRows();
    for (const path of [
      '/',
      '/login',
      '/admin/log-in',
      '/account/password-reset',
      '/account/password-reset/x',
    ])
      await api.stranger().request(path, { method: 'GET' });
    const visitor = await api.visit();
    expect((await visitor.request(calls.loginCheck.path)).status).toBe(200);
    expect((await visitor.send(calls.logoutUser, undefined)).status).toBe(204);
    await visitor.request(calls.loginUser.path, { body: { username: 'x@example.org', password: 'wrong' } });
    expect(await countRows()).toBe(before);
  });

  test('keeps its cookies, and has one row for answers that are saved at once', async () => {
    const before = await countRows();
    const visitor = await api.visit();
    const { questions } = (await visitor.send(surveyData, undefined)).body;
    const cookies = visitor.cookies.header();
    const chosen = questions.slice(0, 4).map(({ id, options }) => [id, options[0]?.id ?? 0] as const);
    const saved = await Promise.all(chosen.map(([question, option]) => answer(visitor, question, option)));
    expect(saved.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const { answers } = (await visitor.send(surveyData, undefined)).body;
    expect(answers.slice(0, 4)).toEqual(chosen.map(([, option]) => option));
    expect(visitor.cookies.header()).toBe(cookies);
    expect(await countRows()).toBe(before + 1);
  });

  test('takes the token of another visitor for none, and a made-up key for no session', async () => {
    const [one, two] = [await api.visit(), await api.visit()];
    one.cookies.set('csrftoken', two.cookies.get('csrftoken'));
    expect((await one.request(calls.loginCheck.path)).json.error.code).toBe('wrong-csrf-token');
    expect((await one.request(calls.loginCheck.path)).status).toBe(200);
    const forged = await api.visit();
    forged.cookies.set(SESSION, 'x'.repeat(43));
    expect((await forged.request(calls.loginCheck.path)).json.error.code).toBe('wrong-csrf-token');
  });

  test('forgets the answers once it has run out', async () => {
    const visitor = await api.visit();
    const { questions } = (await visitor.send(surveyData, undefined)).body;
    await answer(visitor, questions[0]?.id ?? 0, questions[0]?.options[0]?.id ?? 0);
    api.clock.advance(121 * MINUTE_MS);
    const { answers } = (await visitor.send(surveyData, undefined)).body;
    expect(new Set(answers)).toEqual(new Set([null]));
  });
});

test('a save meant for another participant is rejected as not logged in', async () => {
  const visitor = await api.logIn();
  const other = await api.buildParticipant();
  const body = { firstName: 'Else', lastName: '', phone: '', email: visitor.participant.email, password: '' };
  const send = (participant: string) =>
    visitor.request(saveUser.path, { body, headers: { 'x-participant': participant } });
  expect((await send(other.id)).status).toBe(401);
  expect((await send(visitor.participant.id)).status).toBe(200);
});

test('after ten wrong passwords an account takes none for a while, and other accounts do', async () => {
  const { email } = await api.buildParticipant();
  const visitor = await api.visit();
  const tryWith = (username: string | null | undefined, password: string) =>
    visitor.request(calls.loginUser.path, { body: { username, password } });
  for (let tries = 0; tries < 10; tries++) expect((await tryWith(email, 'wrong')).status).toBe(400);
  const rejected = await tryWith(email, PASSWORD);
  expect(rejected.status).toBe(429);
  expect(rejected.json.error).toMatchObject({
    code: 'too-many-requests',
    message: expect.stringMatching(/wait/),
  });
  const other = await api.buildParticipant();
  expect((await tryWith(other.email, PASSWORD)).status).toBe(200);
  const stored = JSON.stringify(await api.query('select key from rate_limit'));
  expect(stored).not.toContain(email);
  expect(stored).not.toContain('127.0.0.1');
});

test('a success forgives the failures before it', async () => {
  const { email } = await api.buildParticipant();
  const visitor = await api.visit();
  const tryWith = async (password: string) =>
    (await visitor.request(calls.loginUser.path, { body: { username: email, password } })).status;
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 9; tries++) expect(await tryWith('wrong')).toBe(400);
    expect(await tryWith(PASSWORD)).toBe(200);
  }
});

test('a very long user name is rejected like any other', async () => {
  const visitor = await api.visit();
  const answer = await visitor.request(calls.loginUser.path, {
    body: { username: 'x'.repeat(50_000), password: 'wrong' },
  });
  expect(answer.status).toBe(400);
});

test.each([
  ['signs up', 'signUp'],
  ['has passwords weighed', 'password'],
] as const)('a network %s as often as it may, and no more', async (_, what) => {
  const limits = createRateLimits({ pool: api.pool, secret: TEST_SECRET, now: api.clock.now });
  await api.query('delete from rate_limit');
  const ip = '127.0.0.1';
  for (let times = 0; times < 200; times++)
    await (what === 'signUp' ? limits.signUp(ip) : limits.work(what, { ip }));
  const visitor = await api.visit();
  const { status } = await visitor.request(calls.registerUser.path, { body: signUp('late@example.org') });
  expect(status).toBe(429);
  expect(await api.query(`select 1 from participant where email = 'late@example.org'`)).toEqual([]);
});
