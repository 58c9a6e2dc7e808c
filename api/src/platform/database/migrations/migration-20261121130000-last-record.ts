import { Migration } from '@mikro-orm/migrations';

/** What the team's list of participants is sorted and counted by, beside each participant (decision 44). */
export class LastRecordMigration extends Migration {
  override name = 'migration-20261121130000-last-record';

  override up(): void {
    this.addSql(`alter table "participant" add "last_record" date null;`);
    this.addSql(`create index "participant_created_at_id_index" on "participant" ("created_at", "id");`);
    this.addSql(
      `create index "warning_sign_local_date_participant_id_index" on "warning_sign" ("local_date", "participant_id");`,
    );
    // Once a statement, so that many records cost one change of each participant's row.
    this.addSql(`create function note_last_record() returns trigger language plpgsql as $$
      begin
        update participant p set last_record = newest.day
        from (select distinct participant_id as id from changed) c, lateral (
          select max(r.local_date) as day from daily_record r
          where r.participant_id = c.id and r.superseded_at is null) newest
        where p.id = c.id and p.last_record is distinct from newest.day;
        return null;
      end $$;`);
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      this.addSql(`create trigger daily_record_last_${event} after ${event} on daily_record
        referencing ${rows} table as changed for each statement execute function note_last_record();`);
    }
    this.addSql(`update participant p set last_record =
      (select max(r.local_date) from daily_record r where r.participant_id = p.id and r.superseded_at is null);`);
  }
}
