import { Migration } from '@mikro-orm/migrations';

/** Electronic signatures, and the roles of an investigator and of the safety board (decision 160). */
export class SignaturesMigration extends Migration {
  override name = 'migration-20261124133000-signatures';

  override up(): void {
    this.addSql(
      `create table "signature" ("id" uuid not null, "participant_id" uuid null, "kind" text not null, "target" uuid not null, "staff_id" uuid not null, "name" varchar(150) not null, "meaning" varchar(500) not null, "proof" text not null, "hash" varchar(64) not null, "signed_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "signature_participant_id_index" on "signature" ("participant_id");`);
    this.addSql(`create index "signature_kind_target_index" on "signature" ("kind", "target");`);
    this.addSql(
      `alter table "signature" add constraint "signature_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "signature" add constraint "signature_kind_check" check ("kind" in ('adverse-event', 'adverse-event-void', 'data-lock', 'data-unlock', 'correction', 'linkage-start', 'linkage'));`,
    );
    this.addSql(
      `alter table "signature" add constraint "signature_proof_check" check ("proof" in ('password', 'passkey'));`,
    );
    this.addSql(`alter table "staff" drop constraint "staff_roles_check";`);
    this.addSql(
      `alter table "staff" add constraint "staff_roles_check" check ("roles" <@ array['researcher'::text, 'manager'::text, 'investigator'::text, 'monitor'::text, 'statistician'::text, 'allocator'::text, 'blinded-researcher'::text, 'blinded-statistician'::text, 'safety-board'::text]);`,
    );
  }
}
