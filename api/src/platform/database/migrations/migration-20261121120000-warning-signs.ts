import { Migration } from '@mikro-orm/migrations';

/** The team's queue of warning signs. Days that were recorded before it wait in it as well. */
export class WarningSignsMigration extends Migration {
  override name = 'migration-20261121120000-warning-signs';

  override up(): void {
    this.addSql(
      `create table "warning_sign" ("id" uuid not null, "participant_id" uuid not null, "date" date not null, "local_date" date not null, "self_harm" boolean not null, "raised_at" timestamptz(3) not null, "newest_at" timestamptz(3) not null, "closed_at" timestamptz(3) null, "notified_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "warning_sign" add constraint "warning_sign_participant_id_date_unique" unique ("participant_id", "date");`,
    );
    this.addSql(
      `alter table "warning_sign" add constraint "warning_sign_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create index "warning_sign_waiting" on "warning_sign" ("raised_at") where "closed_at" is null;`,
    );
    this.addSql(
      `create index "warning_sign_closed_at" on "warning_sign" ("closed_at") where "closed_at" is not null;`,
    );
    this.addSql(
      `create table "warning_step" ("id" serial primary key, "sign_id" uuid not null, "staff_id" uuid not null, "at" timestamptz(3) not null, "action" varchar(30) null, "note" varchar(1000) null);`,
    );
    this.addSql(`create index "warning_step_sign_id_index" on "warning_step" ("sign_id");`);
    this.addSql(
      `alter table "warning_step" add constraint "warning_step_sign_id_foreign" foreign key ("sign_id") references "warning_sign" ("id") on delete cascade;`,
    );
    this.addSql(`insert into "warning_sign" ("id", "participant_id", "date", "local_date", "self_harm", "raised_at", "newest_at")
      select gen_random_uuid(), r.participant_id, r.date, min(r.local_date), bool_or(s.self_harm), min(r.received_at), max(r.received_at)
      from daily_record r
      join daily_record_symptom rs on rs.record_id = r.id and rs.redflag
      join symptom s on s.id = rs.symptom_id
      group by r.participant_id, r.date;`);
  }
}
