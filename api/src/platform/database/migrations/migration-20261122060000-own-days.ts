import { Migration } from '@mikro-orm/migrations';

/** A record in force for each own day and UTC date, and a warning sign for each of them (decision 44). */
export class OwnDaysMigration extends Migration {
  override name = 'migration-20261122060000-own-days';

  override up(): void {
    this.addSql(`alter table "daily_record" add "added_later" boolean not null default false;`);
    this.addSql(`drop index daily_record_in_force;`);
    this.addSql(
      `create unique index daily_record_in_force_day on daily_record (participant_id, local_date, date) where superseded_at is null;`,
    );
    // The one above serves the same look-ups.
    this.addSql(`drop index daily_record_days;`);
    // Days that a record of the next own day replaced, because it had the same UTC date.
    this.addSql(`update daily_record r set superseded_at = null where r.id in (
      select distinct on (participant_id, local_date, date) id from daily_record
      order by participant_id, local_date, date, superseded_at is null desc, recorded_at desc, id desc)
      and r.superseded_at is not null;`);
    // An older API, which still saves during an upgrade, replaces by the UTC date only. This puts right what it does.
    this.addSql(`create function keep_own_days() returns trigger language plpgsql as $$
      declare in_force daily_record;
      begin
        if new.superseded_at is distinct from new.received_at and new.superseded_at is not null then
          return new;
        end if;
        select * into in_force from daily_record r where r.participant_id = new.participant_id
          and r.local_date = new.local_date and r.date = new.date and r.superseded_at is null;
        new.superseded_at := case when in_force.recorded_at > new.recorded_at then new.received_at end;
        if new.superseded_at is null and in_force.id is not null then
          update daily_record set superseded_at = new.received_at where id = in_force.id;
        end if;
        update daily_record r set superseded_at = null
        where r.participant_id = new.participant_id and r.date = new.date and r.local_date <> new.local_date
          and r.superseded_at = new.received_at and not exists (
            select 1 from daily_record other where other.participant_id = r.participant_id
            and other.local_date = r.local_date and other.date = r.date and other.superseded_at is null);
        return new;
      end $$;`);
    this.addSql(`create trigger daily_record_own_days before insert on daily_record
      for each row execute function keep_own_days();`);
    this.addSql(`alter table "warning_sign" drop constraint "warning_sign_participant_id_date_unique";`);
    this.addSql(
      `alter table "warning_sign" add constraint "warning_sign_participant_id_date_local_date_unique" unique ("participant_id", "date", "local_date");`,
    );
  }
}
