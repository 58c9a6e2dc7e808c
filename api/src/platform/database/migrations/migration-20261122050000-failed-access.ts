import { Migration } from '@mikro-orm/migrations';

/** Counts failed log-ins and the like, until an audit event holds the count of each account in a quarter of an hour. */
export class FailedAccessMigration extends Migration {
  override name = 'migration-20261122050000-failed-access';

  override up(): void {
    this.addSql(`create table failed_access (type varchar(60) not null, account uuid not null, network varchar(16) not null,
      began_at timestamptz(3) not null, count integer not null, primary key (type, account, network, began_at));`);
    this.addSql('create index failed_access_began_at_index on failed_access (began_at);');
  }
}
