import { Migration } from '@mikro-orm/migrations';

/** Staying on the present dose for a while, and having talked about the next step (decision 42). */
export class StaysMigration extends Migration {
  override name = 'migration-20261124010000-stays';

  override up(): void {
    this.addSql(
      `alter table "dose_report" add "stays" boolean not null default false, add "stay_until" date null;`,
    );
    this.addSql(`alter table "prescription" add "talked_on" date null;`);
  }
}
