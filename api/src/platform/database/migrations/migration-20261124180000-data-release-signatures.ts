import { Migration } from '@mikro-orm/migrations';

/** Signatures of data releases. */
export class DataReleaseSignaturesMigration extends Migration {
  override name = 'migration-20261124180000-data-release-signatures';

  override up(): void {
    this.addSql('alter table "signature" drop constraint "signature_kind_check";');
    this.addSql(
      `alter table "signature" add constraint "signature_kind_check" check ("kind" in ('adverse-event', 'adverse-event-void', 'data-lock', 'data-unlock', 'correction', 'linkage-start', 'linkage', 'data-release'));`,
    );
  }
}
