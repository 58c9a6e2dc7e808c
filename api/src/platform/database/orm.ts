import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { freeLostConnections } from './free-lost-connections.ts';

export type { EntityManager };

/** A database that does not answer is away; people wait no longer than this to be told. */
export const CONNECT_WITHIN_MS = 5_000;

/** Is told of the ORM's pool, for whoever measures it. */
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
    pool: { max: 10 },
    driverOptions: {
      // Of an address the ORM by itself reads no more than who, where and what, and so would leave TLS out.
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      onPoolCreated: (pool: Pool) => {
        freeLostConnections(pool);
        watchPool?.(pool);
      },
    },
  });

export const openOrm = (databaseUrl: string, entities: Entities, watchPool?: WatchPool): Promise<MikroORM> =>
  MikroORM.init(ormConfig(databaseUrl, entities, watchPool));
