import { expect, test } from '@jest/globals';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { createTestApi } from '../testing/create-test-api.ts';

const nowhere = await createTestApi({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing' });
const api = await createTestApi();

test.each(Object.values<Call>(allCalls))(
  '$path says that it is unavailable when the database is away',
  async (call) => {
    const answer = await nowhere.stranger().request(call.path, { method: call.method });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({
      error: { code: 'unavailable', issues: [] },
      requestId: expect.any(String),
    });
  },
);

test('the process lives on without its database, and says that it is not ready', async () => {
  expect((await nowhere.stranger().request('/healthz', { method: 'GET' })).status).toBe(200);
  expect((await nowhere.stranger().request('/readyz', { method: 'GET' })).status).toBe(503);
  expect((await api.stranger().request('/readyz', { method: 'GET' })).status).toBe(200);
});

const dropConnections = () =>
  api.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );

test('a database that restarts costs what is in flight a 503, saves nothing of it, and leaves nothing behind', async () => {
  const visitor = await api.logIn();
  // More often than the pool has connections: each has to come back.
  for (let restart = 0; restart < 12; restart++) {
    const holder = new pg.Client(api.databaseUrl);
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from participant where id = $1 for update', [visitor.participant.id]);
    const saving = visitor.request(saveDoctor.path, { body: { name: 'In flight', phone: '', email: '' } });
    await api.untilBlocked();
    await dropConnections();
    expect((await saving).status).toBe(503);
  }
  const { body } = await visitor.send(allData, undefined);
  expect(body.doctor.name).toBe('');
});
