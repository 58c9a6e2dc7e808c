import { join } from 'node:path';
import { readLocalSecrets } from '@stepwise/api/src/platform/config/local-secrets.ts';
import { startEmbeddedPostgres } from '@stepwise/api/src/platform/database/embedded-postgres.ts';

/** The database that a server runs for its folder. */
export const databaseIn = (dataDir: string) =>
  startEmbeddedPostgres(join(dataDir, 'postgres'), readLocalSecrets(dataDir).databasePassword);
