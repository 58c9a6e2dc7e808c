import { Migration } from '@mikro-orm/migrations';

/** Releases that threw after they were rendered (decision 17). */
export class FaultsInUseMigration extends Migration {
  override name = 'migration-20261122193000-faults-in-use';

  override up(): void {
    this.addSql(`alter table "release_report" drop constraint "release_report_outcome_check";`);
    this.addSql(
      `alter table "release_report" add constraint "release_report_outcome_check" check ("outcome" in ('failed-to-load', 'failed-to-render', 'failed-in-use'));`,
    );
  }
}
