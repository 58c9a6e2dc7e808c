import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config/config.ts';
import { readLocalSecrets } from '../config/local-secrets.ts';
import { StartError } from '../config/start-error.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { explainUnreachable, isForbidden } from './open-database.ts';
import { type Entities, openOrm } from './orm.ts';

/**
 * Runs a command's work on the database of the settings, beside the API that may be running. An embedded server that
 * was not running runs for as long as the work takes. Throws StartError where it cannot be reached, or its tables are of
 * another release.
 */
export async function withDatabase<T>(
  config: Config,
  entities: Entities,
  work: (orm: MikroORM, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const { dataDir } = config;
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres(`${dataDir}/postgres`, readLocalSecrets(dataDir).databasePassword);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const orm = await openOrm(databaseUrl, entities);
  try {
    if (!(await isUpToDate(orm))) {
      throw new StartError(
        'The database is empty or older than this checkout; start the product once, then try again.',
      );
    }
    return await work(orm, databaseUrl);
  } finally {
    await orm.close();
    await embedded?.stop();
  }
}

async function isUpToDate(orm: MikroORM): Promise<boolean> {
  // The migrator takes a database that cannot be reached for an empty one.
  await explainUnreachable('DATABASE_URL', orm.em.fork().execute('select 1'));
  try {
    return (await orm.migrator.getPending()).length === 0;
  } catch (error) {
    // Nothing was migrated, or nothing since the application got a role of its own.
    if (isForbidden(error)) return false;
    throw error;
  }
}
