import { Migration } from '@mikro-orm/migrations';

/**
 * The strengths that participants have at home, and what has to be prepared before a step (decision 52). Advice to
 * ask ahead moves from the note, which is shown once a step is taken, to what is prepared before it. Examples with
 * strengths that a participant may not have are removed: how to make up a dose is content by the strengths at home.
 */
export class StrengthsAndPreparationMigration extends Migration {
  override name = 'migration-20261122093400-strengths-and-preparation';

  override up(): void {
    this.addSql(`alter table "participant" add "strengths" jsonb null;`);
    this.addSql(
      `alter table "prescription" add "prepare" varchar(2000) not null default '', add "prepared_on" date null;`,
    );
    this.addSql(
      `update "prescription" set "prepare" = "note", "note" = '' where "note" like '%at least two weeks before.';`,
    );
    this.addSql(`update "prescription" set "note" = '' where "note" like 'For example:%';`);
  }
}
