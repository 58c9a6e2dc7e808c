import pg from 'pg';

/** Those that hold names, addresses, phone numbers or what a participant wrote. */
const PERSONAL_TABLES = [
  ...['participant', 'helper', 'participant_note', 'address_confirmation', 'email_change_notice'],
  ...[
    'password_reset_request',
    'month_reminder',
    'kept_message',
    'session',
    'device',
    'passkey',
    'idempotent_reply',
  ],
  ...['adverse_event_version', 'data_query_entry'],
  ...['activity', 'symptom', 'prescription', 'warning_sign', 'warning_step', 'audit_values'],
  'contact_attempt',
];
/** Nights in which a table that was in use, or a server that was away, is made up for. */
const ERASED_WITHIN_MS = 8 * 86_400_000;
/** Everything that wants the table waits meanwhile. */
const LOCK_WITHIN_MS = 2_000;
/** A larger one would be locked for longer than a save may wait. */
const LARGEST_BYTES = 512 * 1024 * 1024;
const LOCK_TIMEOUT = '55P03';

/** The tables by what became of them. */
export interface Rewritten {
  rewritten: string[];
  /** Locked, or with rows that a running transaction may still read; to be tried again. */
  inUse: string[];
  tooLarge: string[];
}

/**
 * Erases the values in the audit log of participants who withdrew, which the application may not. As the role that owns
 * it. Returns of how many participants.
 */
export async function eraseWithdrawnValues(ownerUrl: string, now: Date): Promise<number> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update withdrawal set values_erased_at = $1
       where values_erased_at is null and not exists (select from participant where id = subject)
       returning erase_audit_values(subject)`,
      [now],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Writes the personal tables anew where a participant was erased lately, so that their files hold no row of that
 * participant any more. As the role that owns them.
 */
export async function rewriteErased(ownerUrl: string, now: Date): Promise<Rewritten> {
  const outcome: Rewritten = { rewritten: [], inUse: [], tooLarge: [] };
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select 1 from data_consent_receipt where choice <> 'agree' and chosen_at > $1
       union all select 1 from withdrawal where values_erased_at > $1 limit 1`,
      [new Date(now.getTime() - ERASED_WITHIN_MS)],
    );
    if (!rowCount) return outcome;
    await client.query(`set lock_timeout = ${LOCK_WITHIN_MS}`);
    for (const table of PERSONAL_TABLES) outcome[await rewrite(client, table)].push(table);
    return outcome;
  } finally {
    await client.end();
  }
}

async function rewrite(client: pg.Client, table: string): Promise<keyof Rewritten> {
  const { rows } = await client.query('select pg_total_relation_size($1::regclass)::float8 as bytes', [
    table,
  ]);
  if (rows[0].bytes > LARGEST_BYTES) return 'tooLarge';
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
