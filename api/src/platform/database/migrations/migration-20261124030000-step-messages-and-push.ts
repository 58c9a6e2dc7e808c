import { Migration } from '@mikro-orm/migrations';

/** Messages about a step, the choice of them, and the devices that show reminders as notifications (decision 14). */
export class StepMessagesAndPushMigration extends Migration {
  override name = 'migration-20261124030000-step-messages-and-push';

  override up(): void {
    this.addSql(
      `create table "message_choice" ("participant_id" uuid not null, "step_messages" boolean not null default true, "declined_on" date null, "stop_token" varchar(43) not null, primary key ("participant_id"));`,
    );
    this.addSql(
      `alter table "message_choice" add constraint "message_choice_stop_token_unique" unique ("stop_token");`,
    );
    this.addSql(
      `alter table "message_choice" add constraint "message_choice_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create table "step_message" ("participant_id" uuid not null, "step_day" date not null, "kind" text check ("kind" in ('announced', 'due')) not null, "marked_at" timestamptz(3) not null, "outcome" text check ("outcome" in ('sent', 'failed')) null, primary key ("participant_id", "step_day", "kind"));`,
    );
    this.addSql(
      `alter table "step_message" add constraint "step_message_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create table "push_key" ("id" smallint not null check ("id" = 1), "public_key" varchar(100) not null, "private_key" varchar(100) not null, primary key ("id"));`,
    );
    this.addSql(
      `create table "push_subscription" ("device_id" uuid not null, "participant_id" uuid not null, "endpoint" varchar(1000) not null, "p256dh" varchar(100) not null, "auth" varchar(40) not null, primary key ("device_id"));`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_endpoint_unique" unique ("endpoint");`,
    );
    this.addSql(
      `create index "push_subscription_participant_id_index" on "push_subscription" ("participant_id");`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_device_id_foreign" foreign key ("device_id") references "device" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "push_subscription" add constraint "push_subscription_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
  }
}
