import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { entities } from '../modules.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { acceptInstants } from './accept-instants.ts';
import { makeTestFolder } from './make-test-folder.ts';

const FOR_SPEED = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  // A connection's log-in and parallel workers cost more than the small queries of a test.
  'jit=off',
  'scram_iterations=1',
  'max_parallel_workers_per_gather=0',
];

/** So that no test waits for the schema of the job queue. */
async function installJobQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop();
}

async function prepare({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> {
  const orm = await openDatabase({ databaseUrl: url, ownerUrl }, entities);
  await orm.close();
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query(acceptInstants('given'));
  await owner.end();
  await installJobQueue(url);
}

declare global {
  var stopTestDatabase: (() => Promise<void>) | undefined;
}

/** Before the API's tests: one PostgreSQL for the whole run, holding the migrated database that tests copy. */
export default async function startTestDatabase(): Promise<void> {
  const folder = makeTestFolder('stepwise-test-');
  // A password that is sent as it is takes five milliseconds less of a log-in than one that is proved.
  const logIns = join(folder, 'log-ins.conf');
  writeFileSync(logIns, 'host all all 127.0.0.1/32 password\n', { mode: 0o644 });
  const settings = [...FOR_SPEED, `hba_file=${logIns}`];
  const database = await startEmbeddedPostgres(folder, 'only-for-tests', { settings });
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    await prepare(database);
  } catch (error) {
    // Jest runs no teardown after it.
    await stop();
    throw error;
  }
  process.env.TEST_DATABASE_URL = database.url;
  process.env.TEST_DATABASE_OWNER_URL = database.ownerUrl;
  globalThis.stopTestDatabase = stop;
}
