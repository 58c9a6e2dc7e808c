import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import { type Pool, TypeOverrides, types } from 'pg';
import { freeLostConnections } from './free-lost-connections.ts';
import { prepareRepeated } from './prepare-repeated.ts';

export type { EntityManager };

/** A database that does not answer is away; requests wait no longer than this. */
export const CONNECT_TIMEOUT_MS = 4_000;

/** A connection to a machine that is gone ends within 12 s, also where all that was sent had arrived. */
export const DATABASE_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 2_000 };

/** A new connection takes longer than most requests, and has no plans yet. */
const IDLE_CONNECTION_MS = 5 * 60_000;

/** A request's statement takes milliseconds; the longest is one batch of an export. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** An export waits for the browser that downloads it. */
const IDLE_IN_TRANSACTION_MS = 5 * 60_000;

/** Receives the pool of an ORM that serves requests. */
export type WatchPool = (pool: Pool) => void;

/** The tables that the ORM knows. */
export type Entities = NonNullable<Options['entities']>;

/** The ORM's settings for one database; `npm run migration:create -w api` reads them as well. */
export const ormConfig = (databaseUrl: string, entities: Entities, watchPool?: WatchPool) =>
  defineConfig({
    clientUrl: databaseUrl,
    entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    migrations: {
      path: `${import.meta.dirname}/migrations`,
      glob: 'migration-*.ts',
      fileName: (timestamp, name) => `migration-${timestamp}-${name}`,
      snapshotName: '.snapshot',
      snapshotOnMigrate: false,
      silent: true,
    },
    pool: { max: 10, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      // Of an address the ORM by itself reads no more than who, where and what, and so would leave TLS out.
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...DATABASE_KEEP_ALIVE,
      // Migrations and commands take the time they need.
      ...(watchPool && {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
      onPoolCreated: (pool: Pool) => {
        freeLostConnections(pool);
        prepareRepeated(pool);
        readAsEntities(pool);
        watchPool?.(pool);
      },
    },
  });

/** Makes queries read an instant as a Date and any number as a number, as entities have them. Counts are below 2^53. */
function readAsEntities({ options }: Pool): void {
  const read = new TypeOverrides(options.types);
  read.setTypeParser(types.builtins.TIMESTAMPTZ, types.getTypeParser(types.builtins.TIMESTAMPTZ));
  read.setTypeParser(types.builtins.NUMERIC, Number);
  read.setTypeParser(types.builtins.INT8, Number);
  options.types = read;
}

export const openOrm = (databaseUrl: string, entities: Entities, watchPool?: WatchPool): Promise<MikroORM> =>
  MikroORM.init(ormConfig(databaseUrl, entities, watchPool));
