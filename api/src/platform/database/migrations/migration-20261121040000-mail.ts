import { Migration } from '@mikro-orm/migrations';

export class MailMigration extends Migration {
  override name = 'migration-20261121040000-mail';

  override up(): void {
    this.addSql(
      `create table "kept_message" ("id" serial primary key, "recipient" varchar(254) not null, "subject" varchar(500) not null, "body" text not null, "kept_at" timestamptz(3) not null);`,
    );

    this.addSql(
      `create table "month_reminder" ("address_hash" varchar(43) not null, "email" varchar(254) not null, "due_at" timestamptz(3) not null, primary key ("address_hash"));`,
    );

    this.addSql(
      `create table "password_reset_request" ("id" uuid not null, "email" varchar(254) not null, "requested_at" timestamptz(3) not null, primary key ("id"));`,
    );

    this.addSql(
      `create table "password_reset_token" ("token_hash" varchar(64) not null, "participant_id" uuid null, "staff_id" uuid null, "expires_at" timestamptz(3) not null, primary key ("token_hash"));`,
    );
    this.addSql(
      `alter table "password_reset_token" add constraint "password_reset_token_participant_id_unique" unique ("participant_id");`,
    );
    this.addSql(
      `alter table "password_reset_token" add constraint "password_reset_token_staff_id_unique" unique ("staff_id");`,
    );
    this.addSql(
      `alter table "password_reset_token" add constraint "password_reset_token_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "password_reset_token" add constraint "password_reset_token_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );
  }
}
