import { Migration } from '@mikro-orm/migrations';

export class ReleaseReportsMigration extends Migration {
  override name = 'migration-20261121070000-release-reports';

  override up(): void {
    this.addSql(
      `create table "release_report" ("feature" varchar(64) not null, "version" varchar(64) not null, "reporter" varchar(64) not null, "outcome" text not null, "reported_at" timestamptz(3) not null, primary key ("feature", "version", "reporter"));`,
    );
    this.addSql(
      `alter table "release_report" add constraint "release_report_outcome_check" check ("outcome" in ('failed-to-load', 'failed-to-render'));`,
    );
  }
}
