import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate, openOrm } from '../database/orm.ts';

const FOR_SPEED = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'];

declare global {
  var stopTestDatabase: (() => Promise<void>) | undefined;
}

/** Before the API's tests: one PostgreSQL for the whole run, holding the migrated database that tests copy. */
export default async function startTestDatabase(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-test-'));
  const database = await startEmbeddedPostgres(folder, 'only-for-tests', FOR_SPEED);
  const orm = await openOrm(database.url);
  await migrate(orm);
  await orm.close();
  process.env.TEST_DATABASE_URL = database.url;
  globalThis.stopTestDatabase = async () => {
    await database.stop();
    rmSync(folder, { recursive: true });
  };
}
