import { StartError } from '../config/start-error.ts';
import type { EntityManager } from './orm.ts';

const BASELINE = 'migration-20261124144001-version-1-0-0';
/** The last of the migrations that the baseline joins. */
const LAST_BEFORE = 'migration-20261124144000-corrections';

/**
 * Notes the baseline as run in a database that ran every migration before it and so has its tables. The earlier names stay,
 * so that the version before can be started again. Throws StartError for a database that ran only a part of them.
 */
export async function adoptBaseline(tx: EntityManager): Promise<void> {
  const [known] = await tx.execute<{ table: string | null }[]>(
    `select to_regclass('mikro_orm_migrations')::text as table`,
  );
  if (!known?.table) return;
  const rows = await tx.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  const names = rows.map(({ name }) => name);
  if (names.length === 0 || names.includes(BASELINE)) return;
  if (!names.includes(LAST_BEFORE))
    throw new StartError(
      'The database is of a version before 1.0.0 that this one cannot bring up to date: start the last version before 1.0.0 (commit 27b08a7e) over it once, then this one.',
    );
  await tx.execute(`insert into mikro_orm_migrations (name) values ('${BASELINE}')`);
}
