import { Migration } from '@mikro-orm/migrations';

/** The team's queue about doses: who asked to talk about one, and whose due step is not answered (decision 42). */
export class DoseQuestionsMigration extends Migration {
  override name = 'migration-20261122061000-dose-questions';

  override up(): void {
    this.addSql(`alter table "participant" add "next_step_due" date null;`);
    this.addSql(
      `create table "dose_question" ("id" uuid not null, "participant_id" uuid not null, "reason" text check ("reason" in ('too-hard', 'talk')) not null, "day" date not null, "asked_at" timestamptz(3) not null, "closed_at" timestamptz(3) null, "closed_by" uuid null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "dose_question" add constraint "dose_question_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create unique index "dose_question_open" on "dose_question" ("participant_id", "reason") where "closed_at" is null;`,
    );
    this.addSql(`update "participant" a set "next_step_due" = n.date from (
      select p.participant_id, min(p.date) as date from "prescription" p
      where not p.current and not exists (select 1 from "dose_report" d where d.prescription_id = p.id)
      group by p.participant_id) n where n.participant_id = a.id;`);
  }
}
