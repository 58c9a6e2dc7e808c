import type pg from 'pg';
import type { RowCounts } from './back-up-folder.ts';

/** How many rows each table holds, as the connection's transaction sees them. */
export async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const counts: RowCounts = {};
  for (const { name } of rows) {
    const counted = await client.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name] = Number(counted.rows[0]?.count);
  }
  return counts;
}

/** The first table whose rows differ, in words; null where all are alike. */
export function findDifference(expected: RowCounts, found: RowCounts): string | null {
  const tables = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const table = tables.find((name) => expected[name] !== found[name]);
  return table ? `${table} has ${found[table] ?? 'no'} rows instead of ${expected[table] ?? 'none'}` : null;
}
