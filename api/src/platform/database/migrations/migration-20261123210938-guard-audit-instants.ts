import { Migration } from '@mikro-orm/migrations';

/**
 * What the application's role may say to the audit log shrinks to append_audit_events and record_withdrawal (decision 20):
 * the instant is the database's, and a withdrawal is recorded by what carries it out. Names are looked up in this schema
 * alone, since the application can make temporary tables and functions of the same names.
 */
export class GuardAuditInstantsMigration extends Migration {
  override name = 'migration-20261123210938-guard-audit-instants';

  override up(): void {
    this.addSql(
      `create table "withdrawal" ("subject" uuid not null, "choice" text not null, "at" timestamptz(3) not null, "values_erased_at" timestamptz(3) null, primary key ("subject"));`,
    );
    this.addSql(
      `alter table "withdrawal" add constraint "withdrawal_choice_check" check ("choice" in ('anonymous', 'delete'));`,
    );
    // Their values were erased with them. Releases before 22 November 2026 erased the choice as well.
    this.addSql(`insert into withdrawal (subject, choice, at, values_erased_at)
      select distinct on (e.subject) e.subject, coalesce(v.after->>'choice', 'delete'), e.at, e.at
      from audit_event e join audit_values v on v.event_id = e.id
      where e.type = 'data-consent.chosen' and coalesce(v.after->>'choice', 'delete') <> 'agree'
      order by e.subject, e.id desc;`);

    // Tests and rehearsals, which move their clock, replace it as the owner.
    this.addSql(`create function audit_instant(given timestamptz, last timestamptz) returns timestamptz language sql volatile
      set search_path = pg_catalog, pg_temp as
      $$ select greatest(date_trunc('milliseconds', clock_timestamp()), last) $$;`);
    this.addSql(`create or replace function check_audit_event() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
      declare last record;
      begin
        -- What is added without the lock would see an older event as the last.
        perform pg_advisory_xact_lock(724002);
        select id, hash, at into last from audit_event order by id desc limit 1;
        if new.previous_hash <> coalesce(last.hash, repeat('0', 64)) or new.id <= last.id then
          raise exception 'an audit event has to follow the last one';
        end if;
        if new.at > audit_instant(new.at, last.at)
          or (new.at < last.at and new.at <> audit_instant(new.at, last.at)) then
          raise exception 'the instant of an audit event is the database''s';
        end if;
        if new.hash <> audit_event_hash(new) then
          raise exception 'the hash of an audit event has to be that of its row';
        end if;
        return new;
      end $$;`);
    this.addSql(`create or replace function check_audit_values() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
      begin
        if not exists (select from audit_values where event_id = new.id) then
          raise exception 'an audit event needs its values';
        end if;
        return null;
      end $$;`);
    this.addSql(`create function chain_audit_events(events jsonb) returns void language plpgsql
      set search_path = public, pg_temp as $$
      declare
        given record;
        event audit_event;
      begin
        perform pg_advisory_xact_lock(724002);
        select hash, at into event.hash, event.at from audit_event order by id desc limit 1;
        event.hash := coalesce(event.hash, repeat('0', 64));
        for given in
          select * from jsonb_to_recordset(events) as fields (at timestamptz(3), type text, actor text,
            "onBehalfOf" uuid, subject uuid, "requestId" text, "valuesHash" text, salt text, before jsonb, after jsonb)
        loop
          event.previous_hash := event.hash;
          event.at := audit_instant(given.at, event.at);
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
    this.addSql(`create or replace function append_audit_events(events jsonb) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        if exists (
          select from jsonb_array_elements(events) event
          where event->>'type' in ('data-consent.chosen', 'audit.clock-guarded')
        ) then
          raise exception 'only the database itself writes this event' using errcode = '42501';
        end if;
        perform chain_audit_events(events);
      end $$;`);
    this.addSql(`create function record_withdrawal(withdrawn uuid, choice text, carried_out_by text, chosen_at timestamptz,
        origin jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
      declare salt text := replace(gen_random_uuid()::text, '-', '');
      begin
        case choice
          when 'agree' then
            update participant set data_consent = 'agree', consent_agree = false where id = withdrawn;
          when 'anonymous' then
            -- What the external questionnaires hold under the study id must not be connected to what stays here.
            update participant set id = gen_random_uuid(), study_id = null, first_name = '', last_name = '', email = null,
              phone = '', password_hash = null, redcap_link = null, time_zone = null, device_time_zone = null,
              future_contact = false, data_consent = 'anonymous' where id = withdrawn;
          when 'delete' then
            delete from participant where id = withdrawn;
        end case;
        if not found then
          raise exception 'a withdrawal is that of a participant' using errcode = '42501';
        end if;
        insert into data_consent_receipt (id, choice, carried_out_by, chosen_at)
          values (gen_random_uuid(), choice, carried_out_by, least(chosen_at, audit_instant(chosen_at, null)));
        perform chain_audit_events(jsonb_build_array(origin || jsonb_build_object(
          'type', 'data-consent.chosen', 'subject', withdrawn, 'salt', salt,
          'after', jsonb_build_object('choice', choice),
          'valuesHash', encode(sha256(convert_to(
            format('["%s",null,{"choice":"%s"}]', salt, choice), 'UTF8')), 'hex')
        )));
        if choice <> 'agree' then
          insert into withdrawal (subject, choice, at)
            select withdrawn, choice, at from audit_event order by id desc limit 1;
        end if;
      end $$;`);
    this.addSql(`create or replace function erase_audit_values(erased_subject uuid) returns void language plpgsql
      security invoker set search_path = public, pg_temp as $$
      begin
        if not exists (select from withdrawal where subject = erased_subject)
          or exists (select from participant where id = erased_subject) then
          raise exception 'values are erased for a recorded withdrawal alone' using errcode = '42501';
        end if;
        update audit_values set salt = '', before = null, after = null
        where event_id in (
          select id from audit_event where subject = erased_subject
            and type not in ('data-consent.chosen', 'data-consent.carried-out')
        );
      end $$;`);
    this.addSql(`revoke execute on function chain_audit_events(jsonb), append_audit_events(jsonb),
      record_withdrawal(uuid, text, text, timestamptz, jsonb), erase_audit_values(uuid) from public;`);

    // From it on the check of the log expects the order of time.
    this.addSql(`do $$ begin
      if exists (select from audit_event) then
        perform chain_audit_events(jsonb_build_array(jsonb_build_object(
          'at', now(), 'type', 'audit.clock-guarded', 'actor', 'operator', 'requestId', 'migration',
          'salt', repeat('0', 32),
          'valuesHash', encode(sha256(convert_to('["' || repeat('0', 32) || '",null,null]', 'UTF8')), 'hex')
        )));
      end if;
    end $$;`);
  }
}
