import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { StartError } from '../config/start-error.ts';
import { adoptBaseline } from './adopt-baseline.ts';
import { grantToApplication } from './grant-to-application.ts';
import { isDatabaseAway } from './is-database-away.ts';
import { type Entities, openOrm, type WatchPool } from './orm.ts';

/** PostgreSQL's word for a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * Shorter than PostgreSQL's `deadlock_timeout` (1 s): where a save and a migration wait for each other, the migration gives
 * up its locks and tries again.
 */
const LOCK_TIMEOUT_MS = 500;
const TRY_AGAIN_MS = 2_000;
/** An export holds its tables for minutes. */
const TRIES = 100;

/** One database and whom it is opened as. */
export interface DatabaseUrls {
  /** The application's role. */
  databaseUrl: string;
  /** The role that owns the tables; undefined where another process brings them up to date, or where one role does all. */
  ownerUrl: string | undefined;
}

/**
 * Opens the database as the application, with its schema brought up to date by the owner. Throws StartError where the
 * database accepts no connection, or is out of date and may not be migrated.
 */
export async function openDatabase(
  { databaseUrl, ownerUrl }: DatabaseUrls,
  entities: Entities,
  watchPool?: WatchPool,
): Promise<MikroORM> {
  const orm = await openOrm(databaseUrl, entities, watchPool);
  try {
    const role = await explainUnreachable('DATABASE_URL', roleOf(orm));
    const owner = await openOrm(ownerUrl ?? databaseUrl, entities);
    try {
      await explainUnreachable(ownerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL', migrate(owner, role));
    } finally {
      await owner.close();
    }
    return orm;
  } catch (error) {
    await orm.close();
    if (!isForbidden(error)) throw error;
    throw new StartError(
      ownerUrl
        ? `The role of DATABASE_OWNER_URL may not bring the database up to date: ${(error as Error).message}.`
        : 'The database is not up to date, and the role of DATABASE_URL may not change its tables; set DATABASE_OWNER_URL to the role that owns them.',
    );
  }
}

/** Whether the database itself keeps the application from changing the audit log, since another role owns it. */
export async function isAuditLogOwnedByAnother(orm: MikroORM): Promise<boolean> {
  const [row] = await orm.em
    .fork()
    .execute<{ own: boolean }[]>(
      `select pg_has_role(relowner, 'member') as own from pg_class where oid = 'audit_event'::regclass`,
    );
  return row?.own === false;
}

/** PostgreSQL's word for what a role may not do. */
export const isForbidden = (error: unknown): boolean => (error as { code?: unknown }).code === '42501';

/** Several replicas may start at once: one migrates, the others wait. */
async function migrate(orm: MikroORM, applicationRole: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToMigrate(orm, applicationRole);
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === TRIES)
        throw new StartError(
          'The database cannot be brought up to date, since a table is in use all the time, as by an export. Try again.',
        );
      await wait(TRY_AGAIN_MS);
    }
  }
}

/** Migrates in one transaction. Every request would queue behind a lock that it waits for, hence the short time limit. */
const tryToMigrate = (orm: MikroORM, applicationRole: string): Promise<void> =>
  orm.em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(724001)');
    await tx.execute(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await adoptBaseline(tx);
    await orm.migrator.up({ transaction: tx.getTransactionContext() });
    if ((await roleOf(orm)) !== applicationRole) await grantToApplication(tx, applicationRole);
  });

async function roleOf(orm: MikroORM): Promise<string> {
  const [row] = await orm.em.fork().execute<{ role: string }[]>('select current_user as role');
  return row?.role ?? '';
}

/** Throws StartError where the database that a setting names accepts no connection. */
export async function explainUnreachable<T>(setting: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // 28: a wrong user or password; 3D000: no such database.
    const isRejected = /^(28...|3D000)$/.test(String((error as { code?: unknown }).code));
    if (!isRejected && !isDatabaseAway(error)) throw error;
    throw new StartError(`The database of ${setting} cannot be used: ${(error as Error).message}.`);
  }
}
