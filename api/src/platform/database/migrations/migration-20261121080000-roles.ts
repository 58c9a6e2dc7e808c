import { Migration } from '@mikro-orm/migrations';

/**
 * What lets the application work on tables that it does not own: a schema for its jobs, and one way to empty the trail's
 * values, which nobody can use to change them.
 */
export class RolesMigration extends Migration {
  override name = 'migration-20261121080000-roles';

  override up(): void {
    this.addSql('create schema if not exists pgboss;');
    this.addSql(`create function erase_audit_values(erased_subject uuid) returns void
      language sql security definer set search_path = pg_catalog, pg_temp as $$
        update public.audit_values set salt = '', before = null, after = null
        where event_id in (select id from public.audit_event where subject = erased_subject)
      $$;`);
    this.addSql('revoke execute on function erase_audit_values(uuid) from public;');
    this.addSql(`create trigger audit_values_only_emptied before update on audit_values for each row
      when (new.event_id <> old.event_id or new.salt <> '' or new.before is not null or new.after is not null)
      execute function refuse_audit_change();`);
  }
}
