import { entities } from '../modules.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { importReleasesFolder } from '../release-api/import-releases-folder.ts';

/**
 * `node api/src/cli/import-releases.ts FOLDER`: brings the releases of a deployment's volume, in which versions before
 * decision 32 kept them, into its database, whose schema it brings up to date.
 */
try {
  const [folder] = process.argv.slice(2);
  const { databaseUrl, databaseOwnerUrl: ownerUrl } = readConfig(process.env);
  if (!folder || !databaseUrl) throw new StartError('Name the folder, and the database by DATABASE_URL.');
  const orm = await openDatabase({ databaseUrl, ownerUrl }, entities);
  const changes = await importReleasesFolder(orm.em.fork(), folder, new Date());
  await orm.close();
  process.stdout.write(
    changes > 0
      ? `The releases of ${folder} are in the database, with ${changes} changes of the registry.\n`
      : `Nothing was imported: the database has releases, or ${folder} has none.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
