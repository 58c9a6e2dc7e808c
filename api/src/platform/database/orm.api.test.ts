import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { entities } from '../../modules.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { openOrm } from './orm.ts';
import { query } from './query.ts';

const api = await createTestApi();

test('an address that asks for TLS gets no connection without it', async () => {
  const orm = await openOrm(`${api.databaseUrl}?sslmode=verify-full`, entities);
  const asked = orm.em.fork().execute('select 1');
  const error = await asked.catch((reason) => reason).finally(() => orm.close());
  expect(String(error)).toContain('does not support SSL');
  expect(isDatabaseAway(error)).toBe(true);
});

test('the snapshot that new migrations are made from is that of the entities', async () => {
  expect(await api.orm.migrator.checkSchema()).toBe(false);
});

test('a statement that is sent again and again with parameters keeps its plan, also when its table gets a column', async () => {
  const orm = await openOrm(api.databaseUrl, entities);
  await api.queryAsOwner('create table planned (word text)');
  await api.queryAsOwner('grant select on planned to stepwise_app');
  const readWord = (em: typeof orm.em, word: string) =>
    sql<{ word: string }>`select word from planned where word = ${word}`.execute(query(em));
  const prepared = (em: typeof orm.em) =>
    em.execute(`select statement from pg_prepared_statements where statement like '%from planned%'`);
  await orm.em.fork().transactional(async (em) => {
    for (const word of ['a', 'b', 'c', 'd', 'e']) await readWord(em, word);
    expect(await prepared(em)).toEqual([]);
    await readWord(em, 'f');
    expect(await prepared(em)).toHaveLength(1);
  });
  await api.queryAsOwner('alter table planned add column meaning text');
  await api.queryAsOwner(`insert into planned values ('g', 'seventh')`);
  await orm.em.fork().transactional(async (em) => {
    expect((await readWord(em, 'g')).rows).toEqual([{ word: 'g' }]);
    expect(await prepared(em)).toHaveLength(1);
  });
  await orm.close();
});

test('a query reads instants and numbers as entities have them, within its transaction', async () => {
  const orm = await openOrm(api.databaseUrl, entities);
  const due = new Date('2026-11-22T04:05:06.789Z');
  const find = (em: typeof orm.em) =>
    query(em)
      .selectFrom('month_reminder')
      .select(({ fn }) => [
        'due_at',
        fn.countAll<number>().as('count'),
        sql<number>`1.25::numeric`.as('dose'),
      ])
      .groupBy('due_at')
      .execute();
  const undo = new Error('Roll back.');
  const inside = orm.em.fork().transactional(async (em) => {
    await query(em)
      .insertInto('month_reminder')
      .values({ address_hash: 'a', email: 'a@example.org', due_at: due })
      .execute();
    expect(await find(em)).toStrictEqual([{ due_at: due, count: 1, dose: 1.25 }]);
    expect(await find(orm.em.fork())).toEqual([]);
    throw undo;
  });
  await expect(inside).rejects.toBe(undo);
  expect(await find(orm.em.fork())).toEqual([]);
  await orm.close();
});
