import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Migration } from '@mikro-orm/migrations';
import { findUnsafeChanges } from '../../testing/find-unsafe-changes.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const files = readdirSync(FOLDER).filter((name) => /^migration-.*\.ts$/.test(name));

/** Migrations that remove what no version in use needs any more. */
const SECOND_STEPS: readonly string[] = [];

/** The statements of a migration, without a database. */
async function statementsOf(file: string): Promise<string[]> {
  const exported = Object.values(await import(join(FOLDER, file))) as (new (
    ...args: unknown[]
  ) => Migration)[];
  const migrations = exported.map((Class) => new Class({}, {}));
  for (const migration of migrations) await migration.up();
  return migrations.flatMap((migration) => migration.getQueries().map(String));
}

test.each(files)('%s leaves what the version before uses', async (file) => {
  const statements = await statementsOf(file);
  expect(statements).not.toEqual([]);
  if (!SECOND_STEPS.includes(file)) expect(findUnsafeChanges(statements)).toEqual([]);
});

test.each([
  ['drop table "helper"', 'drops what'],
  ['DROP FUNCTION erase_audit_values(uuid)', 'drops what'],
  ['alter table "participant" drop column "phone"', 'drops a column'],
  ['alter table only participant drop phone', 'drops a column'],
  ['alter table "participant" rename column "phone" to "telephone"', 'renames'],
  ['alter table "participant" rename to "person"', 'renames'],
  ['alter table "participant" alter column "phone" type varchar(10)', 'changes a type'],
  ['alter table "participant" alter "phone" set data type text', 'changes a type'],
  ['alter table "participant" alter column "phone" set not null', 'forbids null'],
  ['alter table "participant" add "fax" text null, add column "arm" text not null', 'needs a value'],
  ['alter table "participant" add "token" uuid not null default gen_random_uuid()', 'in every row'],
  ['alter table "participant" add "number" serial', 'in every row'],
  [`create table "a" ("id" int); alter table "b"\n  drop column "c"`, 'drops a column'],
])('%s is found', (statement, cause) => {
  expect(findUnsafeChanges([statement])).toEqual([expect.stringContaining(cause)]);
});

test.each([
  'alter table "participant" add "fax" text null, add "agreed" boolean not null default false',
  'alter table "participant" alter column "phone" drop not null',
  'alter table "participant" drop constraint "participant_email_unique"',
  `alter table "helper" add constraint "helper_kind_check" check ("kind" in ('doctor', 'drop table x'))`,
  'create table "a" ("id" int); alter table "a" alter column "id" set not null',
  'drop index "audit_event_subject_index"; create index "b" on "audit_event" ("at")',
  `create function f() returns trigger language plpgsql as $$ begin drop table a; end $$`,
])('%s is free', (statement) => {
  expect(findUnsafeChanges([statement])).toEqual([]);
});
