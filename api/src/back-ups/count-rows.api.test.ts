import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestApi } from '../testing/create-test-api.ts';
import { countRows, findDifference } from './count-rows.ts';

const api = await createTestApi();

test('every table is counted, and one that lost a row is named', async () => {
  await api.buildParticipant();
  const client = new pg.Client(api.databaseUrl);
  await client.connect();
  const before = await countRows(client);
  await api.buildParticipant();
  const after = await countRows(client);
  await client.end();
  const [{ count }] = await api.query('select count(*)::int as count from participant');
  expect(after['public.participant']).toBe(count);
  expect(before['public.participant']).toBe(count - 1);
  expect(after['pgboss.job']).toBe(0);
  expect(findDifference(before, before)).toBeNull();
  expect(findDifference({ 'public.participant': 2 }, { 'public.participant': 1 })).toBe(
    'public.participant has 1 rows instead of 2',
  );
  expect(findDifference({ 'public.participant': 2 }, {})).toBe('public.participant has no rows instead of 2');
  expect(findDifference({}, { 'public.participant': 0 })).toBe(
    'public.participant has 0 rows instead of none',
  );
});
