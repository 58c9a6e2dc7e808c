import { Migration } from '@mikro-orm/migrations';

/** Coding, other medicines, the report to the ethics committee and voiding of adverse events (decision 70). */
export class SafetyDetailsMigration extends Migration {
  override name = 'migration-20261124140000-safety-details';

  override up(): void {
    this.addSql(
      `alter table "adverse_event" add "voided_at" timestamptz(3) null, add "voided_by" uuid null, add "void_reason" text null;`,
    );
    this.addSql(
      `alter table "adverse_event" add constraint "adverse_event_void_reason_check" check ("void_reason" in ('wrong-person', 'duplicate'));`,
    );
    this.addSql(
      `alter table "adverse_event_version" add "ethics_reported_at" timestamptz(3) null, add "term" varchar(200) not null default '', add "term_code" varchar(20) not null default '', add "concomitant" varchar(1000) not null default '';`,
    );
    this.addSql(`alter table "safety_notice" add "target" text not null default 'sponsor';`);
    this.addSql(`alter table "safety_notice" drop constraint "safety_notice_pkey";`);
    this.addSql(
      `alter table "safety_notice" add constraint "safety_notice_pkey" primary key ("event_id", "kind", "target", "staff_id");`,
    );
    this.addSql(
      `alter table "safety_notice" add constraint "safety_notice_target_check" check ("target" in ('sponsor', 'ethics'));`,
    );
  }
}
