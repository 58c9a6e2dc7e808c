import { Migration } from '@mikro-orm/migrations';

/**
 * One statement locks the audit log, chains events to the last one and adds them with their values, so that the lock is
 * held for that and the commit only. The check of each row that is added stays (see audit-guards).
 */
export class AppendAuditEventsMigration extends Migration {
  override name = 'migration-20261122130000-append-audit-events';

  override up(): void {
    this.addSql(`create function audit_event_hash(event audit_event) returns text language sql stable as $$
      select encode(sha256(convert_to('[' || concat_ws(',',
          to_json(event.previous_hash), to_json(to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
          to_json(event.type), to_json(event.actor), coalesce(to_json(event.on_behalf_of)::text, 'null'),
          coalesce(to_json(event.subject)::text, 'null'), to_json(event.request_id), to_json(event.values_hash)
        ) || ']', 'UTF8')), 'hex')
      $$;`);
    this.addSql(`create or replace function check_audit_event() returns trigger language plpgsql as $$
      declare last record;
      begin
        -- What is added without the lock would see an older event as the last.
        perform pg_advisory_xact_lock(724002);
        select id, hash into last from audit_event order by id desc limit 1;
        if new.previous_hash <> coalesce(last.hash, repeat('0', 64)) or new.id <= last.id then
          raise exception 'an audit event has to follow the last one';
        end if;
        if new.hash <> audit_event_hash(new) then
          raise exception 'the hash of an audit event has to be that of its row';
        end if;
        return new;
      end $$;`);
    this.addSql(`create function append_audit_events(events jsonb) returns void language plpgsql as $$
      declare
        given record;
        event audit_event;
      begin
        perform pg_advisory_xact_lock(724002);
        select coalesce((select hash from audit_event order by id desc limit 1), repeat('0', 64)) into event.hash;
        for given in
          select * from jsonb_to_recordset(events) as fields (at timestamptz(3), type text, actor text,
            "onBehalfOf" uuid, subject uuid, "requestId" text, "valuesHash" text, salt text, before jsonb, after jsonb)
        loop
          event.previous_hash := event.hash;
          event.at := given.at;
          event.type := given.type;
          event.actor := given.actor;
          event.on_behalf_of := given."onBehalfOf";
          event.subject := given.subject;
          event.request_id := given."requestId";
          event.values_hash := given."valuesHash";
          event.hash := audit_event_hash(event);
          insert into audit_event (at, type, actor, on_behalf_of, subject, request_id, values_hash, previous_hash, hash)
            values (event.at, event.type, event.actor, event.on_behalf_of, event.subject, event.request_id,
              event.values_hash, event.previous_hash, event.hash)
            returning id into event.id;
          insert into audit_values (event_id, salt, before, after)
            values (event.id, given.salt, given.before, given.after);
        end loop;
      end $$;`);
  }
}
