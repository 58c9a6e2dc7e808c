import { Migration } from '@mikro-orm/migrations';

/** Adverse events, owners of warning signs, data queries and data locks (decision 70). */
export class SafetyAndDataQueriesMigration extends Migration {
  override name = 'migration-20261122130500-safety-and-data-queries';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "erased_adverse_events" ("arm" text not null, "serious" boolean not null, "count" int not null, primary key ("arm", "serious"));`,
    );

    this.addSql(
      `create table "data_query" ("id" uuid not null, "participant_id" uuid not null, "about" varchar(20) not null, "day" date null, "event_id" uuid null, "rule" varchar(40) null, "state" varchar(10) not null, "raised_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "data_query_state_raised_at_index" on "data_query" ("state", "raised_at");`);
    this.addSql(
      `alter table "data_query" add constraint "data_query_participant_id_rule_day_unique" unique ("participant_id", "rule", "day");`,
    );

    this.addSql(
      `create table "data_query_entry" ("id" serial primary key, "query_id" uuid not null, "staff_id" uuid null, "at" timestamptz(3) not null, "kind" varchar(10) not null, "text" varchar(1000) not null);`,
    );
    this.addSql(`create index "data_query_entry_query_id_index" on "data_query_entry" ("query_id");`);

    this.addSql(
      `create table "data_lock" ("id" uuid not null, "participant_id" uuid null, "locked_by" uuid not null, "locked_at" timestamptz(3) not null, "hash" varchar(64) not null, "unlocked_by" uuid null, "unlocked_at" timestamptz(3) null, "unlock_reason" varchar(500) null, primary key ("id"));`,
    );
    this.addSql(`create index "data_lock_participant_id_index" on "data_lock" ("participant_id");`);

    this.addSql(
      `create table "warning_owner" ("participant_id" uuid not null, "staff_id" uuid not null, "since" timestamptz(3) not null, primary key ("participant_id"));`,
    );
    this.addSql(`create index "warning_owner_staff_id_index" on "warning_owner" ("staff_id");`);

    this.addSql(
      `create table "adverse_event" ("id" uuid not null, "participant_id" uuid not null, "warning_sign_id" uuid null, primary key ("id"));`,
    );
    this.addSql(`create index "adverse_event_participant_id_index" on "adverse_event" ("participant_id");`);
    this.addSql(`create index "adverse_event_warning_sign_id_index" on "adverse_event" ("warning_sign_id");`);

    this.addSql(
      `create table "adverse_event_version" ("id" serial primary key, "event_id" uuid not null, "version" smallint not null, "staff_id" uuid not null, "at" timestamptz(3) not null, "superseded_at" timestamptz(3) null, "reason" varchar(500) null, "description" varchar(2000) not null, "source" varchar(40) not null, "criteria" jsonb not null, "severity" varchar(40) not null, "relatedness" varchar(40) not null, "expectedness" varchar(40) not null, "outcome" varchar(40) not null, "action" varchar(40) not null, "onset" date not null, "ended" date null, "aware_at" timestamptz(3) not null, "reported_at" timestamptz(3) null, "signed_by" uuid null, "signed_at" timestamptz(3) null);`,
    );
    this.addSql(
      `alter table "adverse_event_version" add constraint "adverse_event_version_event_id_version_unique" unique ("event_id", "version");`,
    );

    this.addSql(
      `alter table "erased_adverse_events" add constraint "erased_adverse_events_arm_check" check ("arm" in ('reduction', 'usual-care', 'none'));`,
    );

    this.addSql(
      `alter table "data_query" add constraint "data_query_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "data_query_entry" add constraint "data_query_entry_query_id_foreign" foreign key ("query_id") references "data_query" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "data_lock" add constraint "data_lock_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "warning_owner" add constraint "warning_owner_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "warning_owner" add constraint "warning_owner_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "adverse_event" add constraint "adverse_event_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "adverse_event" add constraint "adverse_event_warning_sign_id_foreign" foreign key ("warning_sign_id") references "warning_sign" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "adverse_event_version" add constraint "adverse_event_version_event_id_foreign" foreign key ("event_id") references "adverse_event" ("id") on delete cascade;`,
    );
  }
}
