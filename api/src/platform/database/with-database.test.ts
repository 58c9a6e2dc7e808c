import { expect, test } from '@jest/globals';
import { entities } from '../../modules.ts';
import { readConfig } from '../config/config.ts';
import { withDatabase } from './with-database.ts';

test('a command says that the database cannot be reached, not that it is empty', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://stepwise@127.0.0.1:1/stepwise' });
  await expect(withDatabase(config, entities, async () => {})).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: ',
  );
});
