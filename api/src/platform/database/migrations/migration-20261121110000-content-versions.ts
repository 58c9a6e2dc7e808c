import { Migration } from '@mikro-orm/migrations';

/** Which content was loaded since when, and under which a participant signed up; nobody knows for those who did before. */
export class ContentVersionsMigration extends Migration {
  override name = 'migration-20261121110000-content-versions';

  override up(): void {
    this.addSql(
      `create table "content_version" ("version" varchar(64) not null, "files" jsonb not null, "first_seen_at" timestamptz(3) not null, primary key ("version"));`,
    );
    this.addSql(`alter table "participant" add "content_version" varchar(64) null;`);
  }
}
