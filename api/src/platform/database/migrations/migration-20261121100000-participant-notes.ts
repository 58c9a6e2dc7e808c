import { Migration } from '@mikro-orm/migrations';

/** What the team notes about a participant, who carried out a choice for their information, and a fast list of them. */
export class ParticipantNotesMigration extends Migration {
  override name = 'migration-20261121100000-participant-notes';

  override up(): void {
    this.addSql(
      `create table "participant_note" ("id" uuid not null, "participant_id" uuid not null, "staff_id" uuid not null, "at" timestamptz(3) not null, "text" varchar(2000) not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "participant_note_participant_id_index" on "participant_note" ("participant_id");`,
    );
    this.addSql(
      `alter table "participant_note" add constraint "participant_note_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(`create function refuse_note_change() returns trigger language plpgsql as $$
      begin raise exception 'a note is never changed'; end $$;`);
    // Emptying the text, and the new id of a participant who became anonymous, are no changes of what was said.
    this.addSql(`create trigger participant_note_kept before update on participant_note
      for each row when (new.text not in ('', old.text) or new.staff_id <> old.staff_id or new.at <> old.at)
      execute function refuse_note_change();`);
    this.addSql(
      `alter table "data_consent_receipt" add "carried_out_by" text check ("carried_out_by" in ('participant', 'team')) not null default 'participant';`,
    );
    this.addSql(
      `create index "daily_record_days" on "daily_record" ("participant_id", "local_date") where "superseded_at" is null;`,
    );
  }
}
