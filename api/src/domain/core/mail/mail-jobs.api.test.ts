import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createJobQueue } from '../../../platform/jobs/job-queue.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { openStaffBrowser } from '../../../testing/staff-browser.ts';

const RESET = '/account/password-reset';
const MINUTE_MS = 60_000;

const log: string[] = [];
const api = await createMailingApi({ connections: 10, log: (line) => log.push(line) });

async function ask(email: string | null | undefined): Promise<number> {
  const browser = openStaffBrowser(api);
  await browser.open(RESET);
  return (await browser.submit(RESET, { email: email ?? '' })).status;
}

test('a message waits while the mail server is down, and comes once when it is up', async () => {
  const { email, id } = await api.buildParticipant();
  await api.mail.stop();
  expect(await ask(email)).toBe(303);
  expect(await api.untilJobsTried()).toBe(1);
  await api.pass(MINUTE_MS);
  expect(await api.untilJobsTried()).toBe(1);
  expect(api.mail.received).toEqual([]);
  // A link that was not sent is not recorded in the audit log.
  expect(await api.query('select 1 from password_reset_token')).toEqual([]);
  expect(await api.query('select 1 from audit_event where subject = $1', [id])).toEqual([]);
  expect(log.join('')).not.toContain(email);
  expect(JSON.stringify(await api.query('select * from pgboss.job'))).not.toContain(email);

  await api.mail.restart();
  await api.pass(15 * MINUTE_MS);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received).toMatchObject([{ to: [{ address: email }] }]);
  await api.pass(60 * MINUTE_MS);
  expect(api.mail.received).toHaveLength(1);
});

test('a request whose transaction fails leaves no job behind', async () => {
  const before = await api.query('select id from pgboss.job');
  const failing = api.orm.em.fork().transactional(async (tx) => {
    await api.jobs.enqueue(tx, 'send-password-reset', 'a key', api.clock.now());
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await api.query('select id from pgboss.job')).toEqual(before);
});

test('a change in a process that has just started is queued', async () => {
  const jobs = createJobQueue({ names: api.jobs.names, databaseUrl: api.databaseUrl, log: api.log });
  const [key, now] = [randomUUID(), api.clock.now()];
  await api.orm.em.fork().transactional((tx) => jobs.tryEnqueue(tx, 'send-email-change-notice', key, now));
  await jobs.stop();
  expect(await api.query(`select 1 from pgboss.job where data->>'key' = $1`, [key])).toHaveLength(1);
});

test('a change that must not wait for the queue goes on where it does not begin, and queues nothing', async () => {
  const jobs = createJobQueue({
    names: api.jobs.names,
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
    log: api.log,
  });
  const before = await api.query('select id from pgboss.job');
  await api.orm.em.fork().transactional(async (tx) => {
    await jobs.tryEnqueue(tx, 'send-warning-notice', 'a key', api.clock.now());
    await tx.execute('select 1');
  });
  expect(await api.query('select id from pgboss.job')).toEqual(before);
});

test('a change goes on where the queue’s statement fails in its transaction', async () => {
  const other = await api.pool.connect();
  await other.query('begin');
  await other.query('lock table pgboss.job in access exclusive mode');
  const saved = await api.orm.em.fork().transactional(async (tx) => {
    await tx.execute('set local lock_timeout = 20');
    await api.jobs.tryEnqueue(tx, 'send-warning-notice', 'a key', api.clock.now());
    return tx.execute('select 1 as saved');
  });
  await other.query('rollback');
  other.release();
  expect(saved).toEqual([{ saved: 1 }]);
});

test('two replicas send each message once', async () => {
  const stopReplica = await api.startReplica();
  const before = api.mail.received.length;
  const people = await Promise.all(Array.from({ length: 10 }, () => api.buildParticipant()));
  await Promise.all(people.map(({ email }) => ask(email)));
  expect(await api.untilJobsTried()).toBe(0);
  await stopReplica();
  const recipients = api.mail.received.slice(before).map(({ to }) => to?.[0]?.address);
  expect(recipients.sort()).toEqual(people.map(({ email }) => email).sort());
});
