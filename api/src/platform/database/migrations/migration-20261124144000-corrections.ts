import { Migration } from '@mikro-orm/migrations';

/** Corrections of values, and what monitors compared with its source (decision 160). */
export class CorrectionsMigration extends Migration {
  override name = 'migration-20261124144000-corrections';

  override up(): void {
    this.addSql(
      `create table "correction" ("id" uuid not null, "participant_id" uuid not null, "kind" text not null, "target" varchar(40) not null, "field" varchar(40) not null, "old_value" varchar(40) not null, "new_value" varchar(40) not null, "reason" varchar(500) not null, "source" varchar(500) not null, "query_id" uuid null, "staff_id" uuid not null, "at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "correction_participant_id_index" on "correction" ("participant_id");`);
    this.addSql(`create index "correction_query_id_index" on "correction" ("query_id");`);
    this.addSql(
      `create table "source_verification" ("id" serial primary key, "participant_id" uuid not null, "kind" text not null, "target" varchar(40) not null, "field" varchar(40) not null, "value" varchar(40) not null, "staff_id" uuid not null, "at" timestamptz(3) not null, "removed_at" timestamptz(3) null);`,
    );
    this.addSql(
      `create index "source_verification_participant_id_index" on "source_verification" ("participant_id");`,
    );
    for (const table of ['correction', 'source_verification']) {
      this.addSql(
        `alter table "${table}" add constraint "${table}_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
      );
      this.addSql(
        `alter table "${table}" add constraint "${table}_kind_check" check ("kind" in ('record', 'dose-report', 'follow-up', 'baseline'));`,
      );
    }
    this.addSql(
      `alter table "correction" add constraint "correction_query_id_foreign" foreign key ("query_id") references "data_query" ("id") on delete set null;`,
    );
  }
}
