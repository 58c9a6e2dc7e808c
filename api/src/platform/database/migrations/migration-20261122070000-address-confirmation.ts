import { Migration } from '@mikro-orm/migrations';

/** What a participant waits for between questionnaire and randomisation, and whether their address is confirmed (decision 6). */
export class AddressConfirmationMigration extends Migration {
  override name = 'migration-20261122070000-address-confirmation';

  override up(): void {
    this.addSql(
      `alter table "participant" add "awaits_randomisation" text check ("awaits_randomisation" in ('address', 'team')) null, add "held_as_burst" boolean not null default false;`,
    );
    this.addSql(
      `create table "address_confirmation" ("participant_id" uuid not null, "email" varchar(254) not null, "token_hash" varchar(64) not null, "expires_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, primary key ("participant_id"));`,
    );
    this.addSql(
      `alter table "address_confirmation" add constraint "address_confirmation_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "address_confirmation" add constraint "address_confirmation_participant_id_foreign" foreign key ("participant_id") references "participant" ("id") on update cascade on delete cascade;`,
    );
    // Until now the home step waited as well, with manual allocation.
    this.addSql(`update "participant" set "home_step" = 3, "awaits_randomisation" = 'team'
      where "home_step" = 2 and "questionnaire_confirmed_at" is not null and "data_consent" is null;`);
  }
}
