import { Migration } from '@mikro-orm/migrations';

/**
 * Doses as people report them (decision 42). The dose that a plan began with was reported in the setup; what a running
 * plan's dates say was taken since is assumed until it is asked for.
 */
export class DoseReportsMigration extends Migration {
  override name = 'migration-20261122060000-dose-reports';

  override up(): void {
    this.addSql(
      `alter table "prescription" add "planned" date null, add "current" boolean not null default false;`,
    );
    this.addSql(
      `create table "dose_report" ("id" serial primary key, "participant_id" uuid not null, "day" date not null, "dose" numeric(6,2) not null, "schedule_id" smallint not null, "prescription_id" int null, "planned" date null, "kind" text check ("kind" in ('starting', 'step', 'other', 'assumed')) not null, "reported_at" timestamptz(3) not null, "reported_by" text check ("reported_by" in ('participant', 'team')) null);`,
    );
    this.addSql(
      `create index "dose_report_participant_id_day_index" on "dose_report" ("participant_id", "day");`,
    );
    this.addSql(`create index "dose_report_prescription_id_index" on "dose_report" ("prescription_id");`);
    this.addSql(
      `alter table "dose_report" add constraint "dose_report_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "dose_report" add constraint "dose_report_prescription_id_foreign" foreign key ("prescription_id") references "prescription" ("id") on update cascade on delete set null;`,
    );
    this.addSql(`update "prescription" set "planned" = "date";`);
    this.addSql(`update "prescription" p set "current" = true from "participant" a
      where a.id = p.participant_id and a.past_steps = '[]'::jsonb and p.id =
        (select f.id from "prescription" f where f.participant_id = a.id order by f.date, f.id limit 1);`);
    this.addSql(`insert into "dose_report" ("participant_id", "day", "dose", "schedule_id", "prescription_id", "planned", "kind", "reported_at", "reported_by")
      select participant_id, least(day, current_date), dose, schedule_id, prescription_id, day,
        case when n = 1 then 'starting' else 'assumed' end, now(), case when n = 1 then 'participant' end
      from (
        select b.*, row_number() over (partition by participant_id order by day, prescription_id nulls first) as n
        from (
          select a.id as participant_id, s.date as day, s.dose, s.schedule as schedule_id, null::int as prescription_id
          from "participant" a cross join jsonb_to_recordset(a.past_steps) as s(date date, dose numeric, schedule int)
          union all
          select p.participant_id, p.date, p.dose, a.schedule_id, p.id
          from "prescription" p join "participant" a on a.id = p.participant_id and a.schedule_id is not null
        ) b
      ) c
      where n = 1 or (day < current_date
        and exists (select 1 from "daily_record" r where r.participant_id = c.participant_id));`);
  }
}
