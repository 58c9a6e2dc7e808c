import { Migration } from '@mikro-orm/migrations';

export class Migration20261121021140_initial extends Migration {
  override name = 'Migration20261121021140_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "allocation_counter" ("stratum" varchar(20) not null, "taken" int not null default 0, primary key ("stratum"));`,
    );

    this.addSql(
      `create table "audit_event" ("id" serial primary key, "at" timestamptz(3) not null, "type" varchar(60) not null, "actor" varchar(60) not null, "on_behalf_of" uuid null, "subject" uuid null, "request_id" varchar(64) not null, "values_hash" varchar(64) not null, "previous_hash" varchar(64) not null, "hash" varchar(64) not null);`,
    );
    this.addSql(`create index "audit_event_subject_index" on "audit_event" ("subject");`);

    this.addSql(
      `create table "audit_values" ("event_id" int not null, "salt" varchar(32) not null, "before" jsonb null, "after" jsonb null, primary key ("event_id"));`,
    );

    this.addSql(
      `create table "consent_text" ("hash" varchar(64) not null, "version" varchar(40) not null, "article" jsonb not null, primary key ("hash"));`,
    );

    this.addSql(
      `create table "data_consent_receipt" ("id" uuid not null, "choice" text not null, "chosen_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "data_consent_receipt" add constraint "data_consent_receipt_choice_check" check ("choice" in ('agree', 'delete', 'anonymous'));`,
    );

    this.addSql(
      `create table "participant" ("id" uuid not null, "first_name" varchar(150) not null, "last_name" varchar(150) not null default '', "email" varchar(254) null, "phone" varchar(40) not null default '', "password_hash" varchar(255) null, "start_dose" numeric(6,2) null, "times_per_day" smallint not null default 1, "home_step" smallint not null default 0, "future_contact" boolean not null default false, "consent_agree" boolean not null default false, "randomise" boolean not null default false, "survey_done" boolean not null default false, "survey_ineligible" boolean not null default false, "acting_done" boolean not null default false, "acting_ineligible" boolean not null default false, "stratum" varchar(20) null, "predict" smallint null, "redcap_link" varchar(2000) null, "schedule_id" smallint null, "data_consent" text null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`alter table "participant" add constraint "participant_email_unique" unique ("email");`);
    this.addSql(
      `alter table "participant" add constraint "participant_data_consent_check" check ("data_consent" in ('agree', 'delete', 'anonymous'));`,
    );

    this.addSql(
      `create table "idempotent_reply" ("participant_id" uuid not null, "key" varchar(64) not null, "path" varchar(60) not null, "status" smallint not null, "body" jsonb null, "replied_at" timestamptz(3) not null, primary key ("participant_id", "key"));`,
    );
    this.addSql(`create index "idempotent_reply_replied_at_index" on "idempotent_reply" ("replied_at");`);

    this.addSql(
      `create table "helper" ("participant_id" uuid not null, "kind" text not null, "name" varchar(150) not null, "phone" varchar(40) not null, "email" varchar(254) not null default '', primary key ("participant_id", "kind"));`,
    );
    this.addSql(
      `alter table "helper" add constraint "helper_kind_check" check ("kind" in ('doctor', 'support'));`,
    );

    this.addSql(
      `create table "daily_record" ("id" serial primary key, "participant_id" uuid not null, "date" date not null, "sleep" boolean not null, "mood" boolean not null, "active" boolean not null, "recorded_at" timestamptz(3) not null, "time_zone" varchar(64) not null, "local_date" date not null, "received_at" timestamptz(3) not null, "superseded_at" timestamptz(3) null);`,
    );
    this.addSql(
      `create index "daily_record_participant_id_date_index" on "daily_record" ("participant_id", "date");`,
    );

    this.addSql(
      `create table "consent" ("id" serial primary key, "participant_id" uuid not null, "text_hash" varchar(64) not null, "future_contact" boolean not null, "agreed_at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "consent_participant_id_index" on "consent" ("participant_id");`);

    this.addSql(
      `create table "allocation" ("id" serial primary key, "participant_id" uuid null, "stratum" varchar(20) not null, "position" int not null, "arm" text not null, "drawn_at" timestamptz(3) not null);`,
    );
    this.addSql(
      `alter table "allocation" add constraint "allocation_participant_id_unique" unique ("participant_id");`,
    );
    this.addSql(
      `alter table "allocation" add constraint "allocation_stratum_position_unique" unique ("stratum", "position");`,
    );
    this.addSql(
      `alter table "allocation" add constraint "allocation_arm_check" check ("arm" in ('reduction', 'usual-care'));`,
    );

    this.addSql(
      `create table "activity" ("id" serial primary key, "participant_id" uuid not null, "text" varchar(200) not null, "removed_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "activity_participant_id_index" on "activity" ("participant_id");`);

    this.addSql(
      `create table "daily_record_activity" ("record_id" int not null, "activity_id" int not null, primary key ("record_id", "activity_id"));`,
    );

    this.addSql(
      `create table "prescription" ("id" serial primary key, "participant_id" uuid not null, "date" date not null, "dose" numeric(6,2) not null, "note" varchar(2000) not null default '', "days" smallint not null);`,
    );
    this.addSql(`create index "prescription_participant_id_index" on "prescription" ("participant_id");`);

    this.addSql(
      `create table "setup_answer" ("participant_id" uuid not null, "question_id" smallint not null, "option_id" int not null, primary key ("participant_id", "question_id"));`,
    );

    this.addSql(
      `create table "staff" ("id" uuid not null, "name" varchar(150) not null, "email" varchar(254) not null, "password_hash" varchar(255) not null, "role" text not null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`alter table "staff" add constraint "staff_email_unique" unique ("email");`);
    this.addSql(
      `alter table "staff" add constraint "staff_role_check" check ("role" in ('researcher', 'manager'));`,
    );

    this.addSql(
      `create table "session" ("key_hash" varchar(64) not null, "data" jsonb not null, "survey_answers" jsonb not null default '{}', "participant_id" uuid null, "staff_id" uuid null, "expires_at" timestamptz(3) not null, primary key ("key_hash"));`,
    );
    this.addSql(`create index "session_participant_id_index" on "session" ("participant_id");`);
    this.addSql(`create index "session_staff_id_index" on "session" ("staff_id");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(
      `create table "symptom" ("id" serial primary key, "participant_id" uuid not null, "text" varchar(200) not null, "category" text not null, "redflag" boolean not null default false, "self_harm" boolean not null default false, "removed_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "symptom_participant_id_index" on "symptom" ("participant_id");`);
    this.addSql(
      `alter table "symptom" add constraint "symptom_category_check" check ("category" in ('sleep', 'mood', 'active'));`,
    );

    this.addSql(
      `create table "daily_record_symptom" ("record_id" int not null, "symptom_id" int not null, "redflag" boolean not null, primary key ("record_id", "symptom_id"));`,
    );

    this.addSql(
      `alter table "audit_values" add constraint "audit_values_event_id_foreign" foreign key ("event_id") references "audit_event" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "idempotent_reply" add constraint "idempotent_reply_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "helper" add constraint "helper_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "daily_record" add constraint "daily_record_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "consent" add constraint "consent_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "consent" add constraint "consent_text_hash_foreign" foreign key ("text_hash") references "consent_text" ("hash");`,
    );

    this.addSql(
      `alter table "allocation" add constraint "allocation_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete set null;`,
    );

    this.addSql(
      `alter table "activity" add constraint "activity_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "daily_record_activity" add constraint "daily_record_activity_record_id_foreign" foreign key ("record_id") references "daily_record" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "daily_record_activity" add constraint "daily_record_activity_activity_id_foreign" foreign key ("activity_id") references "activity" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "prescription" add constraint "prescription_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "setup_answer" add constraint "setup_answer_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "session" add constraint "session_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "session" add constraint "session_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "symptom" add constraint "symptom_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "daily_record_symptom" add constraint "daily_record_symptom_record_id_foreign" foreign key ("record_id") references "daily_record" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "daily_record_symptom" add constraint "daily_record_symptom_symptom_id_foreign" foreign key ("symptom_id") references "symptom" ("id") on update cascade on delete cascade;`,
    );
  }
}
