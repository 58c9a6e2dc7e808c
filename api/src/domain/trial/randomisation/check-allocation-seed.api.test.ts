import { expect, test } from '@jest/globals';
import { StartError } from '../../../platform/config/start-error.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { checkAllocationSeed } from './check-allocation-seed.ts';

const api = await createTestApi();

test('a database keeps to the seed it was first started with', async () => {
  const start = (seed: string) => checkAllocationSeed(api.orm.em.fork(), seed);
  await start('the seed of the first start');
  await start('the seed of the first start');
  await expect(start('a seed of another replica')).rejects.toThrow(StartError);
  expect(JSON.stringify(await api.query('select * from allocation_seed'))).not.toContain('first start');
});
