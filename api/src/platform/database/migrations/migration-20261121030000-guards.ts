import { Migration } from '@mikro-orm/migrations';

/** What the ORM's schema cannot say: one record in force a day, a trail that only grows, and the counters of rate limits. */
export class GuardsMigration extends Migration {
  override name = 'migration-20261121030000-guards';

  override up(): void {
    this.addSql(
      `create unique index daily_record_in_force on daily_record (participant_id, date) where superseded_at is null;`,
    );
    this.addSql(`create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'the audit trail only grows'; end $$;`);
    this.addSql(`create trigger audit_event_append_only before update or delete or truncate on audit_event
      for each statement execute function refuse_audit_change();`);
    this.addSql(`create trigger audit_values_kept before delete or truncate on audit_values
      for each statement execute function refuse_audit_change();`);
    this.addSql(
      `create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint);`,
    );
  }
}
