import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { entities } from '../../modules.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { isAuditLogOwnedByAnother, openDatabase } from './open-database.ts';

const made: string[] = [];
// Registered first, so that it comes before the end of the database it is done from.
afterAll(async () => {
  for (const name of made) await api.queryAsOwner(`drop database ${name} with (force)`);
});
const api = await createTestApi();

/** An empty database of its own, as the application's role and as its owner. */
async function createEmpty() {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await api.queryAsOwner(`create database ${name}`);
  made.push(name);
  const nameIn = (url: string) => url.replace(/\/[^/]+$/, `/${name}`);
  return { databaseUrl: nameIn(api.databaseUrl), ownerUrl: nameIn(api.ownerUrl) };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the application role without the owner cannot bring an empty database up to date, and says what is missing', async () => {
  const { databaseUrl } = await createEmpty();
  await expect(openDatabase({ databaseUrl, ownerUrl: undefined }, entities)).rejects.toThrow(
    'The database is not up to date, and the role of DATABASE_URL may not change its tables; set DATABASE_OWNER_URL',
  );
});

test('several replicas start over an empty database at once, and the next start needs no owner', async () => {
  const urls = await createEmpty();
  const replicas = await Promise.all([1, 2, 3].map(() => openDatabase(urls, entities)));
  for (const orm of replicas) {
    expect(await isAuditLogOwnedByAnother(orm)).toBe(true);
    await orm.close();
  }
  const alone = await openDatabase({ ...urls, ownerUrl: undefined }, entities);
  expect(await alone.em.fork().execute('select * from audit_event')).toEqual([]);
  await alone.close();
});

test('one role does all where there is no other, and that is detected', async () => {
  const { ownerUrl } = await createEmpty();
  for (const owner of [undefined, ownerUrl]) {
    const orm = await openDatabase({ databaseUrl: ownerUrl, ownerUrl: owner }, entities);
    expect(await isAuditLogOwnedByAnother(orm)).toBe(false);
    await orm.close();
  }
});

test('a database of one role is handed on to two, its job queue included', async () => {
  const urls = await createEmpty();
  const before = await openDatabase({ databaseUrl: urls.ownerUrl, ownerUrl: undefined }, entities);
  await before.close();
  await query(urls.ownerUrl, `create type pgboss.job_state as enum ('created')`);
  await query(urls.ownerUrl, 'create table pgboss.job (state pgboss.job_state) partition by list (state)');
  await query(urls.ownerUrl, `create function pgboss.create_queue() returns int language sql as 'select 1'`);
  const orm = await openDatabase(urls, entities);
  await orm.close();
  await query(urls.databaseUrl, 'alter table pgboss.job add column more int');
  await query(urls.databaseUrl, `alter type pgboss.job_state add value 'done'`);
  await query(urls.databaseUrl, 'drop function pgboss.create_queue()');
  expect(await query(urls.databaseUrl, 'select * from participant')).toEqual([]);
});

test('a migration that waits for a table does not stop requests, and is tried until the table is free', async () => {
  const urls = await createEmpty();
  await (await openDatabase(urls, entities)).close();
  await query(urls.ownerUrl, 'alter table participant drop column past_steps');
  await query(urls.ownerUrl, `delete from mikro_orm_migrations where name like '%past-steps'`);
  const exporting = new pg.Client(urls.databaseUrl);
  await exporting.connect();
  await exporting.query('begin; select 1 from participant');
  const opened = openDatabase(urls, entities);
  const waiting = `select 1 from pg_locks where not granted and relation = 'participant'::regclass`;
  while ((await query(urls.ownerUrl, waiting)).length === 0) await setImmediate();
  expect(await query(urls.databaseUrl, 'select id from participant')).toEqual([]);
  await exporting.end();
  await (await opened).close();
  expect(await query(urls.databaseUrl, 'select past_steps from participant')).toEqual([]);
});

test.each(['databaseUrl', 'ownerUrl'] as const)('%s that accepts no connection is named', async (which) => {
  const urls = { databaseUrl: api.databaseUrl, ownerUrl: api.ownerUrl };
  const wrong = { ...urls, [which]: urls[which].replace(/:[^:@/]+@/, ':wrong@') };
  const setting = which === 'ownerUrl' ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  await expect(openDatabase(wrong, entities)).rejects.toThrow(`The database of ${setting} cannot be used`);
});
