import { Migration } from '@mikro-orm/migrations';

/** Daily reminders that participants choose, which of them were sent, and the time zone of a participant (decision 14). */
export class DailyRemindersMigration extends Migration {
  override name = 'migration-20261122100000-daily-reminders';

  override up(): void {
    this.addSql(
      `alter table "participant" add "time_zone" varchar(64) null, add "device_time_zone" varchar(64) null;`,
    );
    this.addSql(
      `create table "daily_reminder" ("participant_id" uuid not null, "hour" smallint not null check ("hour" between 0 and 23), "from_day" date not null, "stop_token" varchar(43) not null, primary key ("participant_id"));`,
    );
    this.addSql(
      `alter table "daily_reminder" add constraint "daily_reminder_stop_token_unique" unique ("stop_token");`,
    );
    this.addSql(
      `alter table "daily_reminder" add constraint "daily_reminder_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create table "reminder_message" ("participant_id" uuid not null, "local_date" date not null, "kind" text check ("kind" in ('daily', 'last')) not null, "marked_at" timestamptz(3) not null, "outcome" text check ("outcome" in ('sent', 'failed')) null, primary key ("participant_id", "local_date"));`,
    );
    this.addSql(
      `alter table "reminder_message" add constraint "reminder_message_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
  }
}
