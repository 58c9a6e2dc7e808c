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

const BASELINE = 'migration-20261124144001-version-1-0-0';
const executed = (url: string) => query(url, 'select name from mikro_orm_migrations order by name');

/** A database that ran `last` as the last of the migrations before version 1.0.0. */
async function createOlder(last: string) {
  const urls = await createEmpty();
  await (await openDatabase(urls, entities)).close();
  const later = await query(
    urls.ownerUrl,
    `select name from mikro_orm_migrations where name > '${BASELINE}'`,
  );
  await query(urls.ownerUrl, `update mikro_orm_migrations set name = '${last}' where name = '${BASELINE}'`);
  return { urls, later };
}

test('a database that ran all migrations before version 1.0.0 is taken over as it is', async () => {
  const last = 'migration-20261124144000-corrections';
  const { urls, later } = await createOlder(last);
  await (await openDatabase(urls, entities)).close();
  const names = [{ name: last }, { name: BASELINE }, ...later];
  expect(await executed(urls.ownerUrl)).toEqual(names);
  await (await openDatabase(urls, entities)).close();
  expect(await executed(urls.ownerUrl)).toEqual(names);
});

test('a database of an older version is left as it is, with the version named that takes it further', async () => {
  const last = 'migration-20261124133000-signatures';
  const { urls, later } = await createOlder(last);
  await expect(openDatabase(urls, entities)).rejects.toThrow('commit 27b08a7e');
  expect(await executed(urls.ownerUrl)).toEqual([{ name: last }, ...later]);
});

test('a migration gives up a table that is in use within a second, and is tried until it is free', async () => {
  const { urls } = await createOlder('migration-20261124144000-corrections');
  const inUse = new pg.Client(urls.ownerUrl);
  await inUse.connect();
  await inUse.query('begin; lock table mikro_orm_migrations in share mode');
  const opened = openDatabase(urls, entities);
  const isWaiting = async () =>
    (
      await query(
        urls.ownerUrl,
        `select 1 from pg_locks where not granted and relation = 'mikro_orm_migrations'::regclass`,
      )
    ).length > 0;
  while (!(await isWaiting())) await setImmediate();
  while (await isWaiting()) await setImmediate();
  await inUse.end();
  await (await opened).close();
  expect(await executed(urls.ownerUrl)).toContainEqual({ name: BASELINE });
});

test.each(['databaseUrl', 'ownerUrl'] as const)('%s that accepts no connection is named', async (which) => {
  const urls = { databaseUrl: api.databaseUrl, ownerUrl: api.ownerUrl };
  const wrong = { ...urls, [which]: urls[which].replace(/:[^:@/]+@/, ':wrong@') };
  const setting = which === 'ownerUrl' ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  await expect(openDatabase(wrong, entities)).rejects.toThrow(`The database of ${setting} cannot be used`);
});
