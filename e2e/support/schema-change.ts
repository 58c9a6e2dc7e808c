/**
 * A migration that only the next version of an upgrade test has. It changes two tables that people are saving to, and needs
 * locks that no save can share.
 */
export const SCHEMA_CHANGE = {
  file: 'api/src/platform/database/migrations/migration-29990101000000-next-version.ts',
  source: `import { Migration } from '@mikro-orm/migrations';

export class NextVersionMigration extends Migration {
  override name = 'migration-29990101000000-next-version';

  override up(): void {
    for (const table of ['participant', 'daily_record'])
      this.addSql(\`alter table "\${table}" add column "next_version" text null, add check ("next_version" <> '');\`);
  }
}
`,
  /** Counts the tables that have changed. */
  query: "select count(*) from information_schema.columns where column_name = 'next_version'",
  tables: 2,
} as const;
