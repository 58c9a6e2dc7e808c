import { Migration } from '@mikro-orm/migrations';

/** Results of the questionnaires, and the release of the file that links their ids with those of the export (decision 25). */
export class QuestionnaireResultsMigration extends Migration {
  override name = 'migration-20261124133000-questionnaire-results';

  override up(): void {
    this.addSql(
      `create table "linkage" ("id" uuid not null, "lock_id" uuid not null, "started_by" uuid not null, "started_at" timestamptz(3) not null, "reason" varchar(500) not null, "confirmed_by" uuid null, "confirmed_at" timestamptz(3) null, "confirm_reason" varchar(500) null, "sha256" varchar(64) null, "people" int null, primary key ("id"));`,
    );
    this.addSql(`alter table "linkage" add constraint "linkage_lock_id_unique" unique ("lock_id");`);
    this.addSql(
      `create table "questionnaire_import" ("version" int not null, "sha256" varchar(64) not null, "codebook" varchar(64) not null, "rows" int not null, "imported_at" timestamptz(3) not null, "imported_by" uuid not null, primary key ("version"));`,
    );
    this.addSql(
      `create table "questionnaire_result" ("version" int not null, "participant_id" uuid not null, "months" smallint not null, "completed_on" date not null, "answers" jsonb not null, primary key ("version", "participant_id", "months"));`,
    );
    this.addSql(
      `create index "questionnaire_result_participant_id_index" on "questionnaire_result" ("participant_id");`,
    );
    this.addSql(
      `alter table "linkage" add constraint "linkage_lock_id_foreign" foreign key ("lock_id") references "data_lock" ("id");`,
    );
    this.addSql(
      `alter table "questionnaire_result" add constraint "questionnaire_result_version_foreign" foreign key ("version") references "questionnaire_import" ("version");`,
    );
    this.addSql(
      `alter table "questionnaire_result" add constraint "questionnaire_result_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
  }
}
