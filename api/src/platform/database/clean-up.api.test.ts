import { expect, test } from '@jest/globals';
import { addActivity } from '@stepwise/shared-contracts/calls/tracker.calls';
import { createTestApi } from '../../testing/create-test-api.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const api = await createTestApi();
const count = async (table: string): Promise<number> =>
  (await api.query(`select count(*)::int as count from ${table}`))[0].count;

test('sessions go when they have run out, and not before', async () => {
  const visitor = await api.logIn();
  await api.visit();
  api.clock.advance(1.5 * HOUR_MS);
  await visitor.request('/api/login-check/');
  api.clock.advance(HOUR_MS);
  await api.cleanUp();
  expect(await api.query('select participant_id from session')).toEqual([
    { participant_id: visitor.participant.id },
  ]);
  expect((await visitor.request('/api/login-check/')).status).toBe(204);
});

test('answers stored for repeated requests are removed after ninety days', async () => {
  const visitor = await api.logIn();
  await visitor.send(addActivity, { activity: { text: 'Once' } }, { idempotencyKey: 'once-and-again' });
  const repliedAt = api.clock.now().getTime();
  const keptAfter = async (ms: number) => {
    await api.cleanUp(new Date(repliedAt + ms));
    return count('idempotent_reply');
  };
  expect(await keptAfter(89 * DAY_MS)).toBe(1);
  expect(await keptAfter(90 * DAY_MS - 1)).toBe(1);
  expect(await keptAfter(90 * DAY_MS)).toBe(0);
});

test.each([
  [
    'a message where no mail server is set',
    7 * DAY_MS,
    'kept_message (recipient, subject, body, kept_at)',
    "'who@example.org', 'A new password', ''",
  ],
  [
    'a report of a release’s fault',
    30 * DAY_MS,
    'release_report (feature, version, reporter, outcome, reported_at)',
    "'mf-plan', '1.0.0', 'a session', 'failed-to-load'",
  ],
  ['the use of a release', 30 * DAY_MS, 'release_use (package, version, day)', "'mf-plan', '1.0.0'"],
  [
    'a session with a canary',
    30 * DAY_MS,
    'canary_session (package, version, session, at)',
    "'mf-plan', '1.0.0', 'a session'",
  ],
  ['an open page', 15 * 60_000, 'open_page (id, shows, seen_at)', "'a page', ''"],
  [
    'a reminder to come back next month',
    7 * DAY_MS,
    'month_reminder (email, address_hash, due_at)',
    "'who@example.org', 'a hash'",
  ],
])('%s is removed once its time is over, and not before', async (_, ms, columns, values) => {
  const [table = ''] = columns.split(' ');
  const since = new Date('2026-11-20T00:00:00.000Z').getTime();
  await api.query(`insert into ${columns} values (${values}, $1)`, [new Date(since)]);
  await api.cleanUp(new Date(since + ms - 1));
  expect(await count(table)).toBe(1);
  await api.cleanUp(new Date(since + ms));
  expect(await count(table)).toBe(0);
});

test('rate limits go when they no longer count', async () => {
  const visitor = await api.visit();
  await visitor.request('/api/login-user/', { body: { username: 'who@example.org', password: 'wrong' } });
  expect(await count('rate_limit')).toBeGreaterThan(0);
  await api.cleanUp();
  expect(await count('rate_limit')).toBeGreaterThan(0);
  await api.cleanUp(new Date(api.clock.now().getTime() + HOUR_MS));
  expect(await count('rate_limit')).toBe(0);
});

test('one replica cleans up at a time, and the others do not wait for it', async () => {
  await api.logIn();
  const other = await api.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(724003)');
  const sessions = await count('session');
  expect(sessions).toBeGreaterThan(0);
  const later = new Date(api.clock.now().getTime() + 1000 * HOUR_MS);
  await api.cleanUp(later);
  expect(await count('session')).toBe(sessions);
  await other.query('rollback');
  other.release();
  await api.cleanUp(later);
  expect(await count('session')).toBe(0);
});
