import { Migration } from '@mikro-orm/migrations';

/** What is counted of each release and day, and who attested a canary (decision 76). */
export class ReleaseUseMigration extends Migration {
  override name = 'migration-20261123211000-release-use';

  override up(): void {
    this.addSql(
      `create table "release_use" ("package" varchar(64) not null, "version" varchar(80) not null, "day" date not null, "exposures" int not null default 0, "faults" int not null default 0, "hangs" int not null default 0, "failed_calls" int not null default 0, "paints" int not null default 0, "paint_ms" bigint not null default '0', primary key ("package", "version", "day"));`,
    );
    this.addSql(`alter table "release_change" add "canary_attested" boolean null;`);
    this.addSql(`alter table "release_report" drop constraint "release_report_outcome_check";`);
    this.addSql(
      `alter table "release_report" add constraint "release_report_outcome_check" check ("outcome" in ('failed-to-load', 'failed-to-render', 'failed-in-use', 'hung', 'unknown-call'));`,
    );
  }
}
