import { Migration } from '@mikro-orm/migrations';

/** The browsers in which a participant logged in, and the tokens of those kept logged in (decision 55). */
export class DevicesMigration extends Migration {
  override name = 'migration-20261122080000-devices';

  override up(): void {
    this.addSql(
      `create table "device" ("id" uuid not null, "participant_id" uuid not null, "name" varchar(100) not null, "key_hash" varchar(64) null, "generation" int not null default 0, "rotated_at" timestamptz(3) null, "logged_in_at" timestamptz(3) not null, "last_used_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "device" add constraint "device_key_hash_unique" unique ("key_hash");`);
    this.addSql(`create index "device_participant_id_index" on "device" ("participant_id");`);
    this.addSql(`create index "device_expires_at_index" on "device" ("expires_at");`);
    this.addSql(
      `alter table "device" add constraint "device_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(`alter table "session" add "device_id" uuid null;`);
    this.addSql(`create index "session_device_id_index" on "session" ("device_id");`);
    this.addSql(
      `alter table "session" add constraint "session_device_id_foreign" foreign key ("device_id") references "device" ("id") on update cascade on delete cascade;`,
    );
  }
}
