import { Migration } from '@mikro-orm/migrations';

/** Why data were locked, how their hash was made, and a participant's part closed by the team (decision 150). */
export class SafeLocksMigration extends Migration {
  override name = 'migration-20261124012828-safe-locks';

  override up(): void {
    this.addSql(
      `create table "closure" ("id" serial primary key, "participant_id" uuid not null, "reason" text not null, "closed_on" date not null, "closed_at" timestamptz(3) not null, "closed_by" uuid not null, "reopened_at" timestamptz(3) null, "reopened_by" uuid null);`,
    );
    this.addSql(`create index "closure_participant_id_index" on "closure" ("participant_id");`);
    this.addSql(
      `alter table "closure" add constraint "closure_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "closure" add constraint "closure_reason_check" check ("reason" in ('lost', 'died', 'ended'));`,
    );
    this.addSql(
      `alter table "data_lock" add "reason" varchar(500) null, add "hash_format" smallint not null default 1;`,
    );
  }
}
