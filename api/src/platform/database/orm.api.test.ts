import { expect, test } from '@jest/globals';
import { entities } from '../../entities.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { openOrm } from './orm.ts';

const api = await createTestApi();

test('an address that asks for TLS gets no connection without it', async () => {
  const orm = await openOrm(`${api.databaseUrl}?sslmode=verify-full`, entities);
  const asked = orm.em.fork().execute('select 1');
  const error = await asked.catch((reason) => reason).finally(() => orm.close());
  expect(String(error)).toContain('does not support SSL');
  expect(isDatabaseAway(error)).toBe(true);
});
