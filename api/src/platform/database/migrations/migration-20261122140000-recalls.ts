import { Migration } from '@mikro-orm/migrations';

/** Recalled releases, and which release each open page shows (decision 76). */
export class RecallsMigration extends Migration {
  override name = 'migration-20261122140000-recalls';

  override up(): void {
    this.addSql(`alter table "release_change" add column "recalled" varchar(80) null;`);
    this.addSql(`alter table "release_change" drop constraint "release_change_action_check";`);
    this.addSql(
      `alter table "release_change" add constraint "release_change_action_check" check ("action" in ('build', 'release', 'to', 'rollback', 'canary', 'promote', 'withdrawn', 'retire', 'recall'));`,
    );
    this.addSql(
      `create table "open_page" ("id" varchar(32) not null, "shows" varchar(2000) not null, "seen_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "open_page_seen_at_index" on "open_page" ("seen_at");`);
  }
}
