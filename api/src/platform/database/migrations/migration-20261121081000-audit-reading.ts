import { Migration } from '@mikro-orm/migrations';

/** Indexes by which the trail is read newest first, however long it is, for one kind of event, person or time. */
export class AuditReadingMigration extends Migration {
  override name = 'migration-20261121081000-audit-reading';

  override up(): void {
    this.addSql('drop index "audit_event_subject_index";');
    for (const column of ['subject', 'actor', 'type', 'at']) {
      this.addSql(`create index "audit_event_${column}_id_index" on "audit_event" ("${column}", "id");`);
    }
  }
}
