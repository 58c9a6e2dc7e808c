import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { countExclusion } from './count-exclusion.command.ts';

const api = await createTestApi();

test('a visitor ruled out for another reason in a later month is counted there, and no more in the month before', async () => {
  const db = api.orm.em.fork();
  const first = await countExclusion({ db, today: '2026-03-31' }, undefined, 'health');
  expect(await countExclusion({ db, today: '2026-04-01' }, first, 'other')).toEqual({
    month: '2026-04-01',
    reason: 'other',
  });
  expect(
    await api.query('select month::text, reason, visitors from visitor_exclusion order by month'),
  ).toEqual([
    { month: '2026-03-01', reason: 'health', visitors: 0 },
    { month: '2026-04-01', reason: 'other', visitors: 1 },
  ]);
});
