import { Migration } from '@mikro-orm/migrations';

/** The sessions that a canary was given to, and after how many of them it goes to everyone (decision 76). */
export class CanarySessionsMigration extends Migration {
  override name = 'migration-20261122141000-canary-sessions';

  override up(): void {
    this.addSql(`alter table "release_change" add column "promote_after" smallint null;`);
    this.addSql(
      `create table "canary_session" ("package" varchar(64) not null, "version" varchar(80) not null, "session" varchar(64) not null, "at" timestamptz(3) not null, primary key ("package", "version", "session"));`,
    );
  }
}
