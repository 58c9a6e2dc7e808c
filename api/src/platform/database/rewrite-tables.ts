import pg from 'pg';

/** Everything that wants the table waits meanwhile. */
const LOCK_TIMEOUT_MS = 2_000;
/** A larger one would be locked for longer than a save may wait. */
const MAX_BYTES = 512 * 1024 * 1024;
const LOCK_TIMEOUT = '55P03';

/** The tables by outcome. */
export interface Rewritten {
  rewritten: string[];
  /** Locked, or with rows that a running transaction may still read; to be tried again. */
  inUse: string[];
  tooLarge: string[];
}

/** Writes tables again, so that their files hold no deleted row any more. As the role that owns them. */
export async function rewriteTables(client: pg.Client, tables: readonly string[]): Promise<Rewritten> {
  const outcome: Rewritten = { rewritten: [], inUse: [], tooLarge: [] };
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (const table of tables) outcome[await rewrite(client, table)].push(table);
  return outcome;
}

async function rewrite(client: pg.Client, table: string): Promise<keyof Rewritten> {
  const { rows } = await client.query('select pg_total_relation_size($1::regclass)::float8 as bytes', [
    table,
  ]);
  if (rows[0].bytes > MAX_BYTES) return 'tooLarge';
  try {
    await client.query(`vacuum (full, analyze) ${pg.escapeIdentifier(table)}`);
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_TIMEOUT) return 'inUse';
    throw error;
  }
  return (await countDeadRows(client, table)) === 0 ? 'rewritten' : 'inUse';
}

/**
 * VACUUM copies the dead rows too while a transaction runs that began before they were deleted, be it in another
 * database of the server. ANALYZE has just counted them.
 */
async function countDeadRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(
    'select n_dead_tup::float8 as dead from pg_stat_user_tables where relid = $1::regclass',
    [table],
  );
  return rows[0].dead;
}
