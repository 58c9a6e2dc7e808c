import pg from 'pg';
import type { EntityManager } from './orm.ts';

/**
 * Gives the application's role what it needs of the tables that the role of `em` owns, and no more: it adds to the releases,
 * and to the audit log by functions only, reads both, and can neither change nor remove anything there. It removes
 * participants by a withdrawal only. The schema of the job queue it fills itself.
 */
export async function grantToApplication(em: EntityManager, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await em.execute(`do $grants$
    declare change text;
    begin
      grant usage on schema public to ${name};
      grant select, insert, update, delete on all tables in schema public to ${name};
      revoke insert, update, delete on audit_event, audit_values, withdrawal, data_consent_receipt from ${name};
      revoke update, delete on audit_head from ${name};
      revoke delete on participant from ${name};
      revoke update, delete on release, release_file, release_source_map, release_change from ${name};
      revoke insert, update, delete on mikro_orm_migrations from ${name};
      grant usage on all sequences in schema public to ${name};
      grant execute on function append_audit_events(jsonb),
        record_withdrawal(uuid, text, text, timestamptz, jsonb) to ${name};
      revoke execute on function erase_audit_values(uuid) from ${name};
      grant usage, create on schema pgboss to ${name};
      -- A job queue from before there were two roles belongs to the owner.
      for change in
        select format('alter table %s owner to', oid::regclass) from pg_class
          where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
        union all select format('alter type %s owner to', oid::regtype) from pg_type
          where typnamespace = 'pgboss'::regnamespace and typtype = 'e' and typowner = current_user::regrole
        union all select format('alter function %s owner to', oid::regprocedure) from pg_proc
          where pronamespace = 'pgboss'::regnamespace and proowner = current_user::regrole
      loop
        execute change || ' ' || ${pg.escapeLiteral(name)};
      end loop;
    end $grants$`);
}
