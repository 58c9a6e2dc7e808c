import { Migration } from '@mikro-orm/migrations';

/** Where a release that failed has thrown, and the source maps that name the place (decision 17). */
export class FaultStacksMigration extends Migration {
  override name = 'migration-20261122163000-fault-stacks';

  override up(): void {
    this.addSql(
      `alter table "release_report" add column "error" varchar(64) null, add column "frames" text null;`,
    );
    this.addSql(
      `create table "release_source_map" ("package" varchar(64) not null, "version" varchar(80) not null, "path" varchar(120) not null, "content" bytea not null, primary key ("package", "version", "path"));`,
    );
  }
}
