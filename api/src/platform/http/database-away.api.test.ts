import { expect, test } from '@jest/globals';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

const nowhere = await createTestApi({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing' });
const api = await createTestApi({ connections: 10 });
await putLive(api, buildRelease('shell', '1.0.0'));

const { researchTeam } = api.content.product;

/** A browser that got its session while the database was there. */
async function returning() {
  const { headers } = await fetch(api.origin + surveyData.path);
  const visitor = nowhere.stranger();
  visitor.cookies.keep(headers);
  return visitor;
}

test.each(Object.values<Call>(allCalls))(
  '$path says that it is unavailable without the database',
  async (call) => {
    const answer = await (await returning()).request(call.path, { method: call.method });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({
      error: { code: 'unavailable', issues: [] },
      requestId: expect.any(String),
    });
  },
);

test.each(['/', '/plan', '/account/access', '/admin/log-in'])(
  '%s says in words that it cannot be shown, and gives the numbers to call',
  async (path) => {
    const { cookies } = await returning();
    const answer = await fetch(nowhere.origin + path, { headers: { cookie: cookies.header() } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    const text = await answer.text();
    expect(text).toContain('This page cannot be shown right now');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Array.from(text.matchAll(/href="(tel:\d+)"/g), ([, tel]) => tel)).toEqual([
      ...['tel:000', 'tel:131114', researchTeam.tel],
    ]);
    expect(text).toContain(`>${researchTeam.phone}</a>, ${researchTeam.hours}.`);
    const [sheet] = /\/admin\/pages-\w+\.css/.exec(text) ?? [];
    expect((await fetch(nowhere.origin + sheet)).status).toBe(200);
  },
);

test('the process lives on without its database, and says that it is not ready', async () => {
  expect((await nowhere.stranger().request('/livez', { method: 'GET' })).status).toBe(200);
  expect((await nowhere.stranger().request('/readyz', { method: 'GET' })).status).toBe(503);
  expect((await api.stranger().request('/readyz', { method: 'GET' })).status).toBe(200);
});

/** All but the one that holds a lock: without the lock a save could end before its own connection is dropped. */
const dropConnections = (holder: number) =>
  api.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = current_user and pid not in (pg_backend_pid(), $1)`,
    [holder],
  );

test('a database that restarts costs what is in flight a 503, saves nothing of it, and leaves nothing behind', async () => {
  const visitor = await api.logIn();
  // More often than the pool has connections: each has to come back.
  for (let restart = 0; restart < 12; restart++) {
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await holder.query('begin');
    await holder.query('select 1 from participant where id = $1 for update', [visitor.participant.id]);
    const saving = visitor.request(saveDoctor.path, { body: { name: 'In flight', phone: '', email: '' } });
    await api.untilBlocked();
    await dropConnections(rows[0]?.pid ?? 0);
    expect((await saving).status).toBe(503);
    await holder.end();
  }
  const { body } = await visitor.send(allData, undefined);
  expect(body.doctor.name).toBe('');
});
