import { Migration } from '@mikro-orm/migrations';

/**
 * Several roles for a member of the team (decision 72). Until no replica of the version before runs, `role` and `roles`
 * follow one another: it gets the most that it knows of their roles, or none, with which it opens no page.
 */
export class StaffRolesMigration extends Migration {
  override name = 'migration-20261122124300-staff-roles';

  override up(): void {
    this.addSql(`alter table "staff" add "roles" text[] not null default '{}';`);
    this.addSql(`alter table "staff" alter column "role" drop not null;`);
    this.addSql(`update "staff" set "roles" = array["role"];`);
    this.addSql(
      `alter table "staff" add constraint "staff_roles_check" check ("roles" <@ array['researcher'::text, 'manager'::text, 'monitor'::text, 'statistician'::text, 'allocator'::text, 'blinded-researcher'::text]);`,
    );
    this.addSql(`alter table "staff" add constraint "staff_roles_some" check (cardinality("roles") > 0);`);
    this.addSql(`create function follow_staff_role() returns trigger language plpgsql as $$
      begin
        if cardinality(new.roles) = 0
          or (tg_op = 'UPDATE' and new.role is distinct from old.role and new.roles = old.roles) then
          new.roles := array[new.role];
        end if;
        new.role := case when 'manager' = any(new.roles) then 'manager'
          when 'researcher' = any(new.roles) then 'researcher' end;
        return new;
      end $$;`);
    this.addSql(
      `create trigger staff_role before insert or update on "staff" for each row execute function follow_staff_role();`,
    );
  }
}
