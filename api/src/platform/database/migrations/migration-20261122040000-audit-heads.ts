import { Migration } from '@mikro-orm/migrations';

/** Signed heads of the audit log, which only grow as the log does, and when they were mailed. */
export class AuditHeadsMigration extends Migration {
  override name = 'migration-20261122040000-audit-heads';

  override up(): void {
    this.addSql(
      `create table "audit_head" ("id" serial primary key, "event_id" int not null, "hash" varchar(64) not null, "signed_at" timestamptz(3) not null, "public_key" varchar(43) not null, "signature" varchar(86) not null);`,
    );
    this.addSql(
      `create table "audit_head_mailing" ("mailed_at" timestamptz(3) not null, primary key ("mailed_at"));`,
    );
    this.addSql(`create trigger audit_head_append_only before update or delete or truncate on audit_head
      for each statement execute function refuse_audit_change();`);
  }
}
