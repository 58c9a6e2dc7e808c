import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { entities } from '../../entities.ts';
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
