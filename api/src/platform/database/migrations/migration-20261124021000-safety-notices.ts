import { Migration } from '@mikro-orm/migrations';

/** Which messages about the report of a serious event were sent to whom (decision 14). */
export class SafetyNoticesMigration extends Migration {
  override name = 'migration-20261124021000-safety-notices';

  override up(): void {
    this.addSql(
      `create table "safety_notice" ("event_id" uuid not null, "kind" text not null, "staff_id" uuid not null, "sent_at" timestamptz(3) not null, primary key ("event_id", "kind", "staff_id"));`,
    );
    this.addSql(
      `alter table "safety_notice" add constraint "safety_notice_event_id_foreign" foreign key ("event_id") references "adverse_event" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "safety_notice" add constraint "safety_notice_staff_id_foreign" foreign key ("staff_id") references "staff" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "safety_notice" add constraint "safety_notice_kind_check" check ("kind" in ('recorded', 'half-way', 'due', 'overdue'));`,
    );
  }
}
