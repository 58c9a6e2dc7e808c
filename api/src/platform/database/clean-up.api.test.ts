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

test('messages stored where no mail server is set are removed after a week', async () => {
  const keptAt = api.clock.now();
  await api.query(
    `insert into kept_message (recipient, subject, body, kept_at) values ('who@example.org', 'A new password', '', $1)`,
    [keptAt],
  );
  await api.cleanUp(new Date(keptAt.getTime() + 7 * DAY_MS - 1));
  expect(await count('kept_message')).toBe(1);
  await api.cleanUp(new Date(keptAt.getTime() + 7 * DAY_MS));
  expect(await count('kept_message')).toBe(0);
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
