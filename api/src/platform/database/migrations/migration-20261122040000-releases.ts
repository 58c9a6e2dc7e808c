import { Migration } from '@mikro-orm/migrations';

/** Releases, their files and who gets which (decision 32). Each change is told to every replica that listens. */
export class ReleasesMigration extends Migration {
  override name = 'migration-20261122040000-releases';

  override up(): void {
    this.addSql(
      `create table "release" ("package" varchar(64) not null, "version" varchar(80) not null, "description" jsonb not null, "published_by" varchar(255) not null, "published_at" timestamptz(3) not null, primary key ("package", "version"));`,
    );
    this.addSql(
      `create table "release_file" ("package" varchar(64) not null, "version" varchar(80) not null, "path" varchar(120) not null, "content" bytea not null, primary key ("package", "version", "path"));`,
    );
    this.addSql(
      `alter table "release_file" add constraint "release_file_release_foreign" foreign key ("package", "version") references "release" ("package", "version") on delete cascade;`,
    );

    this.addSql(
      `create table "release_change" ("revision" int not null, "package" varchar(64) not null, "action" text not null, "live" varchar(80) null, "canary" varchar(80) null, "canary_share" smallint null, "last_good" varchar(80) null, "made_by" varchar(255) not null, "made_at" timestamptz(3) not null, "reason" varchar(500) null, primary key ("revision"));`,
    );
    this.addSql(
      `create index "release_change_package_revision_index" on "release_change" ("package", "revision");`,
    );
    this.addSql(
      `alter table "release_change" add constraint "release_change_action_check" check ("action" in ('build', 'release', 'to', 'rollback', 'canary', 'promote', 'withdrawn', 'retire'));`,
    );
    this.addSql(
      `alter table "release_change" add constraint "release_change_canary_check" check (("canary" is null) = ("canary_share" is null) and ("live" is not null or ("canary" is null and "last_good" is null)));`,
    );
    for (const column of ['live', 'canary', 'last_good'])
      this.addSql(
        `alter table "release_change" add constraint "release_change_${column}_foreign" foreign key ("package", "${column}") references "release" ("package", "version");`,
      );
    this.addSql(`create function notify_release_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('release_change', new.revision::text);
        return null;
      end $$;`);
    this.addSql(
      `create trigger release_change_notified after insert on release_change for each row execute function notify_release_change();`,
    );
  }
}
