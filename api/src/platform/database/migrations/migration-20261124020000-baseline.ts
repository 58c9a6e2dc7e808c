import { Migration } from '@mikro-orm/migrations';

/** Medicine, dose and duration of everyone who consented, before randomisation (decision 6). */
export class BaselineMigration extends Migration {
  override name = 'migration-20261124020000-baseline';

  override up(): void {
    this.addSql(
      `create table "baseline" ("participant_id" uuid not null, "medicine" int not null, "dose" int not null, "duration" int not null, "saved_at" timestamptz(3) not null, primary key ("participant_id"));`,
    );
    this.addSql(
      `alter table "baseline" add constraint "baseline_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
  }
}
