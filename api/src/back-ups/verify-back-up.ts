import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { verifyAuditLog } from '../domain/data/audit-log/verify-audit-log.ts';
import { entities } from '../modules.ts';
import { openOrm } from '../platform/database/orm.ts';
import type { BackUpFolder } from './back-up-folder.ts';
import { countRows, findDifference } from './count-rows.ts';
import { GPG, runPipe } from './run-program.ts';
import type { BackUpSettings } from './settings.ts';

const SCRATCH_PORT = 54_329;
const SCRATCH_URL = `postgresql://postgres@127.0.0.1:${SCRATCH_PORT}/stepwise`;

/**
 * Restores a back-up into a PostgreSQL of its own, which nothing else reaches, and looks whether each table has the rows
 * that it had and the audit log is whole. Gives what is wrong, or null. Leaves nothing behind.
 */
export async function verifyBackUp(
  { scratch, passphraseFile }: BackUpSettings,
  folder: BackUpFolder,
  file: string,
): Promise<string | null> {
  const cluster = join(scratch, 'cluster');
  const environment = { CLUSTER: cluster, PASSPHRASE_FILE: passphraseFile, FILE: file };
  const stop = () =>
    runPipe('pg_ctl --pgdata="$CLUSTER" --mode=immediate --silent stop', environment).catch(() => {});
  await stop();
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  try {
    await runPipe(
      `initdb --pgdata="$CLUSTER" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync
       pg_ctl --pgdata="$CLUSTER" --silent --wait --log="$CLUSTER/log" start --options="-c listen_addresses=127.0.0.1 \\
         -c port=${SCRATCH_PORT} -c unix_socket_directories=/tmp -c fsync=off"
       createdb --host=127.0.0.1 --port=${SCRATCH_PORT} --username=postgres stepwise
       ${GPG} --decrypt "$FILE" |
         pg_restore --host=127.0.0.1 --port=${SCRATCH_PORT} --username=postgres --dbname=stepwise --no-owner \\
           --no-privileges --exit-on-error`,
      environment,
    );
    return (await findMissing(folder, file)) ?? (await findAuditFault(SCRATCH_URL));
  } catch (error) {
    return `it cannot be restored: ${(error as Error).message}`;
  } finally {
    await stop();
    rmSync(cluster, { recursive: true, force: true });
  }
}

async function findMissing(folder: BackUpFolder, file: string): Promise<string | null> {
  const client = new pg.Client(SCRATCH_URL);
  await client.connect();
  try {
    return findDifference(folder.readCounts(file), await countRows(client));
  } finally {
    await client.end();
  }
}

/** Why the audit log of a database does not verify, or null. */
export async function findAuditFault(databaseUrl: string): Promise<string | null> {
  const orm = await openOrm(databaseUrl, entities);
  try {
    const { fault } = await verifyAuditLog(orm.em.fork());
    return fault && `the audit log is broken at event ${fault.id}: ${fault.reason}`;
  } finally {
    await orm.close();
  }
}
