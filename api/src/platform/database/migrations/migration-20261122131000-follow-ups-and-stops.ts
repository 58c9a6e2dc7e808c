import { Migration } from '@mikro-orm/migrations';

/** Follow-ups, what participants stopped, answers to new consent forms, and study ids (decisions 25 and 68). */
export class FollowUpsAndStopsMigration extends Migration {
  override name = 'migration-20261122131000-follow-ups-and-stops';

  override up(): void {
    this.addSql(
      `create table "follow_up_reminder" ("participant_id" uuid not null, "months" smallint not null, "day" smallint not null, "sent_at" timestamptz(3) null, primary key ("participant_id", "months", "day"));`,
    );
    this.addSql(
      `create table "follow_up_done" ("participant_id" uuid not null, "months" smallint not null, "done_on" date not null, "reported_at" timestamptz(3) not null, "reported_by" text not null, "staff_id" uuid null, primary key ("participant_id", "months"));`,
    );
    this.addSql(
      `create table "contact_attempt" ("id" uuid not null, "participant_id" uuid not null, "months" smallint not null, "channel" text not null, "outcome" text not null, "note" varchar(500) not null, "at" timestamptz(3) not null, "staff_id" uuid not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "contact_attempt_participant_id_index" on "contact_attempt" ("participant_id");`,
    );
    this.addSql(
      `create table "consent_answer" ("id" serial primary key, "participant_id" uuid not null, "text_hash" varchar(64) not null, "demand" text not null, "answer" text not null, "answered_at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "consent_answer_participant_id_index" on "consent_answer" ("participant_id");`);
    this.addSql(
      `create table "stop" ("id" serial primary key, "participant_id" uuid not null, "degree" text not null, "reason" text not null, "stopped_on" date not null, "stopped_at" timestamptz(3) not null, "carried_out_by" text not null);`,
    );
    this.addSql(`create index "stop_participant_id_index" on "stop" ("participant_id");`);
    this.addSql(`alter table "participant" add "study_id" varchar(13) null, add "left_plan_on" date null;`);
    const studyId = `'P' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`;
    // By the database, since an API of the version before makes accounts while replicas are replaced.
    this.addSql(`alter table "participant" alter column "study_id" set default ${studyId};`);
    this.addSql(
      `update "participant" set "study_id" = ${studyId} where "data_consent" is distinct from 'anonymous';`,
    );
    this.addSql(
      `alter table "participant" add constraint "participant_study_id_unique" unique ("study_id");`,
    );
    this.addSql(
      `alter table "follow_up_reminder" add constraint "follow_up_reminder_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "follow_up_done" add constraint "follow_up_done_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "follow_up_done" add constraint "follow_up_done_reported_by_check" check ("reported_by" in ('participant', 'team'));`,
    );
    this.addSql(
      `alter table "contact_attempt" add constraint "contact_attempt_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "contact_attempt" add constraint "contact_attempt_channel_check" check ("channel" in ('phone', 'email', 'text', 'letter'));`,
    );
    this.addSql(
      `alter table "contact_attempt" add constraint "contact_attempt_outcome_check" check ("outcome" in ('will-do-it', 'needs-help', 'does-not-want', 'message-left', 'not-reached', 'wrong-contact'));`,
    );
    this.addSql(
      `alter table "consent_answer" add constraint "consent_answer_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "consent_answer" add constraint "consent_answer_text_hash_foreign" foreign key ("text_hash") references "consent_text" ("hash");`,
    );
    this.addSql(
      `alter table "consent_answer" add constraint "consent_answer_demand_check" check ("demand" in ('required', 'inform'));`,
    );
    this.addSql(
      `alter table "consent_answer" add constraint "consent_answer_answer_check" check ("answer" in ('agreed', 'informed', 'declined'));`,
    );
    this.addSql(
      `alter table "stop" add constraint "stop_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "stop" add constraint "stop_degree_check" check ("degree" in ('plan', 'contact', 'anonymous'));`,
    );
    this.addSql(
      `alter table "stop" add constraint "stop_reason_check" check ("reason" in ('none-given', 'health', 'advice', 'effort', 'privacy', 'other'));`,
    );
    this.addSql(
      `alter table "stop" add constraint "stop_carried_out_by_check" check ("carried_out_by" in ('participant', 'team'));`,
    );
    // Until now only the audit log said when someone withdrew; the time zone of the trial is not known here.
    this.addSql(`insert into "stop" ("participant_id", "degree", "reason", "stopped_on", "stopped_at", "carried_out_by")
      select distinct on (p.id) p.id, 'contact', 'none-given', (e.at at time zone 'UTC')::date, e.at,
        case when e.actor like 'staff:%' then 'team' else 'participant' end
      from participant p join audit_event e on e.subject = p.id and e.type = 'data-consent.chosen'
      where p.data_consent = 'agree' order by p.id, e.id desc;`);
  }
}
