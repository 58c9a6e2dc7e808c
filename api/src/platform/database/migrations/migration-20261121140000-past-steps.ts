import { Migration } from '@mikro-orm/migrations';

/** What was taken before a plan was changed (decision 42). */
export class PastStepsMigration extends Migration {
  override name = 'migration-20261121140000-past-steps';

  override up(): void {
    this.addSql(`alter table "participant" add "past_steps" jsonb not null default '[]'::jsonb;`);
  }
}
