import { Migration } from '@mikro-orm/migrations';

/** Passkeys of participants and of the research team (decision 56). */
export class PasskeysMigration extends Migration {
  override name = 'migration-20261122100000-passkeys';

  override up(): void {
    this.addSql(
      `create table "passkey" ("id" varchar(1400) not null, "participant_id" uuid null, "staff_id" uuid null, "name" varchar(100) not null, "public_key" text not null, "counter" bigint not null, "transports" jsonb not null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_owner" check (("participant_id" is null) <> ("staff_id" is null));`,
    );
    this.addSql(`create index "passkey_participant_id_index" on "passkey" ("participant_id");`);
    this.addSql(`create index "passkey_staff_id_index" on "passkey" ("staff_id");`);
    this.addSql(
      `alter table "passkey" add constraint "passkey_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );
  }
}
