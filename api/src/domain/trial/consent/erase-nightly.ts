import pg from 'pg';
import { type Rewritten, rewriteTables } from '../../../platform/database/rewrite-tables.ts';
import type { Module } from '../../../platform/modules/define-module.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';

/** Nights in which a table that was in use, or a server that was away, is made up for. */
const MAX_ERASURE_DELAY_MS = 8 * DAY_MS;

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

/** Rewrites the personal tables of the modules where a participant was erased lately. As the role that owns them. */
export async function rewriteErased(
  ownerUrl: string,
  modules: readonly Module[],
  now: Date,
): Promise<Rewritten> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select 1 from data_consent_receipt where choice <> 'agree' and chosen_at > $1
       union all select 1 from withdrawal where values_erased_at > $1 limit 1`,
      [new Date(now.getTime() - MAX_ERASURE_DELAY_MS)],
    );
    const tables = modules.flatMap(({ personal }) =>
      Object.keys(personal).filter((table) => personal[table]?.owner),
    );
    return await rewriteTables(client, rowCount ? tables : []);
  } finally {
    await client.end();
  }
}
