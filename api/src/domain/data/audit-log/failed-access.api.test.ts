import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { buildStaff, logInStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { countFailedAccess, FAILED_ACCESS, recordFailedAccess } from './failed-access.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const lines: string[] = [];
const api = await createTestApi({ log: (line) => lines.push(line) });
const em = () => api.orm.em.fork();
const record = () => recordFailedAccess(api.operation());

const eventsAbout = (account: string) =>
  api.query(
    `select type, actor, after from audit_event join audit_values on event_id = id
     where subject = $1 and type = any($2)
     order by id`,
    [account, FAILED_ACCESS],
  );

/** Waits until that number of attempts on an account is counted, which no answer waits for. */
async function untilCounted(account: string, attempts: number): Promise<void> {
  const counted = 'select coalesce(sum(count), 0)::int as attempts from failed_access where account = $1';
  while ((await api.query(counted, [account]))[0].attempts < attempts) await setImmediate();
}

async function logInWrongly(email: string, attempts: number): Promise<number[]> {
  const visitor = await api.visit();
  const statuses = [];
  for (let attempt = 0; attempt < attempts; attempt++)
    statuses.push(
      (await visitor.request(loginUser.path, { body: { username: email, password: 'wrong' } })).status,
    );
  return statuses;
}

test('wrong passwords and a lock-out are one event each for the quarter of an hour, with their count', async () => {
  const { id, email } = await api.buildParticipant();
  expect((await logInWrongly(email ?? '', 12)).slice(8)).toEqual([400, 400, 429, 429]);
  await untilCounted(id, 12);
  await record();
  expect(await eventsAbout(id)).toEqual([]);
  const from = api.clock.now().toISOString();
  api.clock.advance(QUARTER_HOUR_MS);
  await Promise.all([record(), record(), record()]);
  const after = (count: number) => ({ count, from, network: expect.stringMatching(/^[0-9a-f]{16}$/) });
  const events = await eventsAbout(id);
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'session.log-in-failed', actor: 'visitor', after: after(10) },
      { type: 'session.locked-out', actor: 'visitor', after: after(2) },
    ]),
  );
  expect(await api.query('select 1 from failed_access where account = $1', [id])).toEqual([]);
  expect(await verifyAuditLog(em())).toMatchObject({ fault: null });
});

test('the team’s wrong passwords and codes, and a right that is lacking, are events as well', async () => {
  const staff = await buildStaff(api);
  const browser = openStaffBrowser(api);
  for (let attempt = 0; attempt < 6; attempt++) await browser.logIn(staff, 'wrong');
  const researcher = await logInStaff(api, 'researcher');
  for (let attempt = 0; attempt < 3; attempt++)
    expect((await researcher.open('/admin/staff')).status).toBe(403);
  await untilCounted(staff.id, 6);
  await untilCounted(researcher.staff.id, 3);
  api.clock.advance(QUARTER_HOUR_MS);
  await record();
  expect(
    (await eventsAbout(staff.id)).map(({ type, actor, after }) => [type, actor, after.count]).sort(),
  ).toEqual([
    ['staff.locked-out', 'visitor', 1],
    ['staff.log-in-failed', 'visitor', 5],
  ]);
  expect(
    (await eventsAbout(researcher.staff.id)).map(({ type, actor, after }) => [type, actor, after.count]),
  ).toEqual([['staff.right-refused', `staff:${researcher.staff.id}`, 3]]);
});

test('wrong guesses of the current password are an event of the account and its own network', async () => {
  const visitor = await api.logIn();
  const { id, email, firstName, lastName } = visitor.participant;
  const browser = await logInStaff(api);
  const acting = await logInStaff(api);
  await acting.act(id);
  api.clock.advance(QUARTER_HOUR_MS);
  const guess = { firstName, lastName, phone: '', email: 'taken-over@example.org', password: '' };
  const body = { ...guess, currentPassword: 'a guess' };
  const statuses = [];
  for (let attempt = 0; attempt < 7; attempt++)
    statuses.push((await visitor.request(saveUser.path, { body })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  expect((await acting.request(saveUser.path, { body })).status).toBe(422);
  await browser.open('/admin/account');
  await browser.submit('/admin/account/password', {
    oldPassword: 'a guess',
    newPassword: 'six quiet lanterns by the sea',
  });
  await untilCounted(id, 7);
  await untilCounted(browser.staff.id, 1);
  await untilCounted(acting.staff.id, 1);
  api.clock.advance(QUARTER_HOUR_MS);
  await record();
  const counted = async (account: string) =>
    (await eventsAbout(account)).map(({ type, actor, after }) => [type, actor, after.count]);
  expect(await counted(id)).toEqual([['session.password-check-failed', `participant:${id}`, 7]]);
  for (const { staff } of [browser, acting])
    expect(await counted(staff.id)).toEqual([['staff.password-check-failed', `staff:${staff.id}`, 1]]);
  expect((await api.query('select email from participant where id = $1', [id]))[0].email).toBe(email);
});

test('an address without an account stands in the log by its network and in the metrics, and nowhere else', async () => {
  expect(await logInWrongly('unknown@example.org', 1)).toEqual([400]);
  expect(await api.query('select 1 from failed_access')).toEqual([]);
  const line = lines.find((each) => each.includes('failed access to an unknown account')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ type: 'session.log-in-failed', network: expect.any(String) });
  expect(line).not.toMatch(/example\.org|127\.0\.0\.1/);
  const counter = await api.metrics.registry.getSingleMetricAsString('stepwise_failed_access_total');
  expect(counter).toContain('{type="session.log-in-failed",account="unknown"} 1');
});

test('many attempts at once do not wait for the audit log’s lock', async () => {
  const { id, email } = await api.buildParticipant();
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(724002)');
  expect(await logInWrongly(email ?? '', 5)).toEqual([400, 400, 400, 400, 400]);
  await untilCounted(id, 5);
  await holder.query('rollback');
  holder.release();
});

test('each network has its event, and very many are written in several transactions', async () => {
  const { id } = await api.buildParticipant();
  const now = api.clock.now();
  const count = (network: number) =>
    countFailedAccess(em(), { type: 'session.log-in-failed', account: id, network: String(network), now });
  for (let network = 0; network < 120; network++) await count(network);
  await count(0);
  api.clock.advance(QUARTER_HOUR_MS);
  await record();
  const events = await eventsAbout(id);
  expect(events).toHaveLength(120);
  expect(events.filter(({ after }) => after.count === 2).map(({ after }) => after.network)).toEqual(['0']);
});

test('the log of requests names who asked by their id, and a visitor as one', async () => {
  const visitor = await api.logIn();
  await visitor.send(loginUser, {
    username: visitor.participant.email ?? '',
    password: 'seven quiet lanterns',
  });
  const browser = await logInStaff(api);
  await browser.open('/admin/participants');
  await api.stranger().request('/healthz', { method: 'GET' });
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  const last = (path: string) => requests.findLast((request) => request.path === path);
  expect(last('/api/login-user/').actor).toBe(`participant:${visitor.participant.id}`);
  expect(last('/api/survey-data/').actor).toBe('visitor');
  expect(last('/admin/participants').actor).toBe(`staff:${browser.staff.id}`);
  expect(last('/healthz')).not.toHaveProperty('actor');
  expect(lines.join('')).not.toContain('127.0.0.1');
});
