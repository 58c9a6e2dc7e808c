import { Migration } from '@mikro-orm/migrations';

/** The role of a statistician who gets only the masked export (decision 72). */
export class BlindedStatisticianMigration extends Migration {
  override name = 'migration-20261123230000-blinded-statistician';

  override up(): void {
    this.addSql(`alter table "staff" drop constraint "staff_roles_check";`);
    this.addSql(
      `alter table "staff" add constraint "staff_roles_check" check ("roles" <@ array['researcher'::text, 'manager'::text, 'monitor'::text, 'statistician'::text, 'allocator'::text, 'blinded-researcher'::text, 'blinded-statistician'::text]);`,
    );
  }
}
