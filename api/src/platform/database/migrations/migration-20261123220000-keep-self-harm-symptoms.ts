import { Migration } from '@mikro-orm/migrations';

/** Symptoms of self-harm that were removed from a list, or unflagged, before neither was possible (decision 110). */
export class KeepSelfHarmSymptomsMigration extends Migration {
  override name = 'migration-20261123220000-keep-self-harm-symptoms';

  override up(): void {
    this.addSql(
      `update "symptom" set "removed_at" = null, "redflag" = true where "self_harm" and ("removed_at" is not null or not "redflag");`,
    );
  }
}
