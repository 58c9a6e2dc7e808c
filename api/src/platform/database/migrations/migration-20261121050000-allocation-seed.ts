import { Migration } from '@mikro-orm/migrations';

/** One row at most: the fingerprint of the seed that this database's allocation follows. */
export class AllocationSeedMigration extends Migration {
  override name = 'migration-20261121050000-allocation-seed';

  override up(): void {
    this.addSql(
      `create table allocation_seed (only_row boolean primary key default true check (only_row), fingerprint varchar(64) not null);`,
    );
  }
}
