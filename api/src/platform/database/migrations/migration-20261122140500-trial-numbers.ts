import { Migration } from '@mikro-orm/migrations';

/** Visitors whom the survey ruled out, counted, and the text of each content file that was loaded (decisions 25 and 10). */
export class TrialNumbersMigration extends Migration {
  override name = 'migration-20261122140500-trial-numbers';

  override up(): void {
    this.addSql(
      `create table "visitor_exclusion" ("month" date not null, "reason" text check ("reason" in ('age-or-medicine', 'health', 'life-event', 'other')) not null, "visitors" int not null, primary key ("month", "reason"));`,
    );
    this.addSql(
      `create table "content_file" ("hash" varchar(64) not null, "text" text not null, primary key ("hash"));`,
    );
  }
}
