import { Migration } from '@mikro-orm/migrations';

/** When the questionnaire was confirmed; and indexes without which erasing one person reads everybody's records. */
export class ConfirmedAndErasedMigration extends Migration {
  override name = 'migration-20261121060000-confirmed-and-erased';

  override up(): void {
    this.addSql(`alter table "participant" add "questionnaire_confirmed_at" timestamptz(3) null;`);
    this.addSql(
      `create index "daily_record_activity_activity_id_index" on "daily_record_activity" ("activity_id");`,
    );
    this.addSql(
      `create index "daily_record_symptom_symptom_id_index" on "daily_record_symptom" ("symptom_id");`,
    );
  }
}
