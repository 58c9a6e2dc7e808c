import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import pg from 'pg';
import { createTestApi } from '../../testing/create-test-api.ts';
import { freezableDatabase } from '../../testing/freezable-database.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';
import { watchDatabase } from './watch-database.ts';

/** Looks often, and waits for an answer for longer than a busy machine takes for one. */
const TIMES = { lookEveryMs: 20, answerWithinMs: 1_000 };

const direct = await createTestApi();
const database = await freezableDatabase(direct.databaseUrl);
const watch = watchDatabase(database.url, TIMES);
const api = await createTestApi({ connections: 10, databaseUrl: database.url, watch });
afterAll(async () => {
  await watch.stop();
  database.thaw();
  database.close();
});

const untilHanging = async (expected: boolean): Promise<void> => {
  while (watch.isHanging() !== expected) await wait(10);
};
const body = { name: 'Dr Frozen', phone: '0355-500-011', email: '' };

test('a database that hangs costs what is in flight and what comes a typed 503 but for a visitor’s first page', async () => {
  await putLive(api, buildRelease(SHELL, '1.0.0'));
  const visitor = await api.logIn();
  const firstPage = () => fetch(`${api.origin}/login`);
  while (!(await firstPage()).ok) await wait(10);
  database.freeze();
  const inFlight = await Promise.all([
    visitor.request(saveDoctor.path, { body }),
    visitor.request(allData.path),
    api.stranger().request('/readyz', { method: 'GET' }),
  ]);
  for (const { status, json } of inFlight)
    expect({ status, json }).toMatchObject({ status: 503, json: { error: { code: 'unavailable' } } });
  await untilHanging(true);
  const later = await visitor.request(saveDoctor.path, { body });
  expect({ status: later.status, code: later.json.error.code }).toEqual({ status: 503, code: 'unavailable' });
  const page = await fetch(`${api.origin}/login`, { headers: { cookie: visitor.cookies.header() } });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('This page cannot be shown right now');
  expect((await firstPage()).status).toBe(200);
  for (const path of ['/admin/log-in', '/account/forgot-password', '/api/survey-data/'])
    expect([path, (await fetch(api.origin + path)).status]).toEqual([path, 503]);
  expect((await api.stranger().request('/healthz', { method: 'GET' })).status).toBe(200);

  database.thaw();
  await untilHanging(false);
  expect((await visitor.send(saveDoctor, body)).status).toBe(204);
  expect((await visitor.send(allData, undefined)).body.doctor.name).toBe(body.name);
});

test('a statement that takes its time is no database that hangs', async () => {
  expect(await api.query('select 1 as one from pg_sleep(2.5)')).toEqual([{ one: 1 }]);
  expect(watch.isHanging()).toBe(false);
});

test('a database that takes no changes is not ready, and says so to a save', async () => {
  const visitor = await direct.logIn();
  const set = async (value: 'on' | 'off'): Promise<void> => {
    const owner = new pg.Client({
      connectionString: direct.ownerUrl,
      options: '-c default_transaction_read_only=off',
    });
    await owner.connect();
    await owner.query(`alter database ${owner.database} set default_transaction_read_only = ${value}`);
    await owner.end();
  };
  const dropConnections = () =>
    direct.queryAsOwner(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  /** Whether readiness fails for the database; without a live shell it fails for that. */
  const takesChanges = async () =>
    (await direct.stranger().request('/readyz', { method: 'GET' })).json.error === undefined;
  expect(await takesChanges()).toBe(true);
  await set('on');
  await dropConnections();
  while (await takesChanges()) await wait(10);
  expect(await visitor.request(saveDoctor.path, { body })).toMatchObject({
    ...{ status: 503, json: { error: { code: 'unavailable' } } },
  });
  await set('off');
  await dropConnections();
  while (!(await takesChanges())) await wait(10);
  expect((await visitor.send(saveDoctor, body)).status).toBe(204);
});
