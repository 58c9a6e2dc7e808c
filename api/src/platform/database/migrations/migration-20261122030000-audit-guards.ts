import { Migration } from '@mikro-orm/migrations';

/**
 * The database itself checks each audit event that is added: that it follows the last one, that its hash is that of the
 * row as it is stored (docs/audit.md says how it is made), and that its values come with it. Values are erased for a
 * participant who chose so alone, and the choice stays, so that the check of the log can compare the two.
 */
export class AuditGuardsMigration extends Migration {
  override name = 'migration-20261122030000-audit-guards';

  override up(): void {
    this.addSql(`create function check_audit_event() returns trigger language plpgsql as $$
      declare last record;
      begin
        -- The lock of record-audit-event.ts: what is added without it would see an older event as the last.
        perform pg_advisory_xact_lock(724002);
        select id, hash into last from audit_event order by id desc limit 1;
        if new.previous_hash <> coalesce(last.hash, repeat('0', 64)) or new.id <= last.id then
          raise exception 'an audit event has to follow the last one';
        end if;
        if new.hash <> encode(sha256(convert_to('[' || concat_ws(',',
            to_json(new.previous_hash), to_json(to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
            to_json(new.type), to_json(new.actor), coalesce(to_json(new.on_behalf_of)::text, 'null'),
            coalesce(to_json(new.subject)::text, 'null'), to_json(new.request_id), to_json(new.values_hash)
          ) || ']', 'UTF8')), 'hex') then
          raise exception 'the hash of an audit event has to be that of its row';
        end if;
        return new;
      end $$;`);
    this.addSql(`create trigger audit_event_chained before insert on audit_event
      for each row execute function check_audit_event();`);
    this.addSql(`create function check_audit_values() returns trigger language plpgsql as $$
      begin
        if not exists (select from audit_values where event_id = new.id) then
          raise exception 'an audit event needs its values';
        end if;
        return null;
      end $$;`);
    this.addSql(`create constraint trigger audit_event_with_values after insert on audit_event
      deferrable initially deferred for each row execute function check_audit_values();`);
    this.addSql(`create or replace function erase_audit_values(erased_subject uuid) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if not exists (
          select from public.audit_event e join public.audit_values v on v.event_id = e.id
          where e.subject = erased_subject and e.type = 'data-consent.chosen'
            and v.after->>'choice' in ('delete', 'anonymous')
        ) then
          raise exception 'values are erased for a recorded withdrawal alone' using errcode = '42501';
        end if;
        update public.audit_values set salt = '', before = null, after = null
        where event_id in (
          select id from public.audit_event where subject = erased_subject and type <> 'data-consent.chosen'
        );
      end $$;`);
  }
}
