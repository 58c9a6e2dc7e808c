import { Migration } from '@mikro-orm/migrations';

/** Which live releases may render participants' pages (decision 63). */
export class AttestedReleasesMigration extends Migration {
  override name = 'migration-20261123220500-attested-releases';

  override up(): void {
    this.addSql(`alter table "release_change" add "live_attested" boolean not null default false;`);
    // Until now all that went to everyone at once came with the checkout, was attested, or was the package's first.
    this.addSql(
      `update "release_change" set "live_attested" = true where "live" is not null and ("action" = 'build' or ("action" = 'release' and "canary" is null));`,
    );
  }
}
