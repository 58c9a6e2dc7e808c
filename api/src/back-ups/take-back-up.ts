import pg from 'pg';
import type { BackUpFolder } from './back-up-folder.ts';
import { countRows } from './count-rows.ts';
import { databaseEnvironment, GPG, runPipe } from './run-program.ts';
import type { BackUpSettings } from './settings.ts';

/**
 * Writes the whole database as it is at one moment, encrypted, while people go on; the rows of each table are counted in
 * the same moment. Gives the file.
 */
export async function takeBackUp(
  { databaseUrl, passphraseFile }: BackUpSettings,
  folder: BackUpFolder,
  now: Date,
): Promise<string> {
  const file = folder.nameFor(now);
  const part = `${file}.part`;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const counts = await countRows(client);
    await runPipe(
      `umask 077; pg_dump --format=custom --snapshot="$SNAPSHOT" |
         ${GPG} --symmetric --cipher-algo=AES256 --compress-algo=none > "$PART"`,
      {
        ...databaseEnvironment(databaseUrl),
        SNAPSHOT: rows[0]?.snapshot ?? '',
        PASSPHRASE_FILE: passphraseFile,
        PART: part,
      },
    );
    folder.finish(part, file, counts);
  } finally {
    await client.end();
  }
  return file;
}
