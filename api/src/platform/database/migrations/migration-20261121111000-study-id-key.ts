import { Migration } from '@mikro-orm/migrations';

/** One row: the secret that the ids of participants outside the product are made with, of two random UUIDs. */
export class StudyIdKeyMigration extends Migration {
  override name = 'migration-20261121111000-study-id-key';

  override up(): void {
    this.addSql(
      `create table study_id_key (only_row boolean primary key default true check (only_row), key varchar(64) not null);`,
    );
    this.addSql(
      `insert into study_id_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));`,
    );
  }
}
