import { Migration } from '@mikro-orm/migrations';

/** A member of staff chooses their password by a link, and may have a second factor. Notices go to a former address. */
export class StaffAccountsMigration extends Migration {
  override name = 'migration-20261121090000-staff-accounts';

  override up(): void {
    this.addSql(
      `alter table "staff" alter column "password_hash" drop not null, add "last_log_in_at" timestamptz(3) null, add "second_factor_since" timestamptz(3) null, add "second_factor_secret" varchar(255) null, add "second_factor_step" int null;`,
    );
    this.addSql(
      `create table "recovery_code" ("code_hash" varchar(64) not null, "staff_id" uuid not null, primary key ("code_hash"));`,
    );
    this.addSql(`create index "recovery_code_staff_id_index" on "recovery_code" ("staff_id");`);
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(`alter table "password_reset_request" add "staff_id" uuid null;`);
    this.addSql(
      `alter table "password_reset_request" add constraint "password_reset_request_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create index "password_reset_request_staff_id_index" on "password_reset_request" ("staff_id");`,
    );

    this.addSql(
      `create table "email_change_notice" ("id" uuid not null, "participant_id" uuid not null, "email" varchar(254) not null, "changed_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "email_change_notice_participant_id_index" on "email_change_notice" ("participant_id");`,
    );
    this.addSql(
      `alter table "email_change_notice" add constraint "email_change_notice_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
  }
}
