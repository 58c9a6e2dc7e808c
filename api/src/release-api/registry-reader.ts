import { type Registry, SHELL } from '@stepwise/shared-contracts/federation/registry';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONNECT_TIMEOUT_MS, DATABASE_KEEP_ALIVE, type EntityManager } from '../platform/database/orm.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { describeError } from '../platform/errors/describe-error.ts';
import { readRegistry } from './read-registry.ts';

/**
 * Which releases people get. Rejects with unavailable where nothing could be read yet; a registry without a live shell is
 * given as it is.
 */
export type ReadRegistry = () => Promise<Registry>;

export interface RegistryReader {
  read: ReadRegistry;
  /** The newest revision that was read, if any was. */
  revision(): number | undefined;
  /** Calls `listener`, beside others, with what is known, and after each read. */
  follow(listener: (registry: Registry) => void): void;
  /** Looks whether something has changed. */
  refetch(): Promise<void>;
  close(): Promise<void>;
}

interface ReaderOptions {
  databaseUrl: string;
  em: () => EntityManager;
  log: Pick<Logger, 'error'>;
  /** Called after each read with whether the registry can be read. */
  onRead?: (isReadable: boolean) => void;
  /** How long a change stays unseen at most while its notification is lost. */
  refetchMs?: number;
  /** How long until a connection that was dropped is opened again. */
  reconnectMs?: number;
}

/**
 * Keeps the registry in memory. The database notifies each change (`release_change`) on a connection of its own
 * that is opened again when it drops; a re-read at intervals is the fallback. A registry that cannot be read leaves
 * people with what was live before, and the log says so once.
 */
export function openRegistryReader({
  databaseUrl,
  em,
  log,
  onRead = () => {},
  refetchMs = 15_000,
  reconnectMs = 1_000,
}: ReaderOptions): RegistryReader {
  let known: Registry | undefined;
  let isReadable = true;
  let isClosed = false;
  const listeners: ((registry: Registry) => void)[] = [];
  const pendingReads = new Set<Promise<void>>();

  function refetch(): Promise<void> {
    const pending = readOnce().finally(() => pendingReads.delete(pending));
    pendingReads.add(pending);
    return pending;
  }
  async function readOnce(): Promise<void> {
    try {
      const found = await readRegistry(em());
      // Reads may overtake one another.
      if (!known || found.revision >= known.revision) known = found;
      for (const listener of listeners) listener(known);
      isReadable = true;
    } catch (error) {
      if (isReadable && !isClosed)
        log.error(describeError(error), 'the registry cannot be read; people get what was live before');
      isReadable = false;
    }
    onRead(isReadable);
  }

  let client: pg.Client;
  let reconnecting: NodeJS.Timeout | undefined;
  function connect(): void {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...DATABASE_KEEP_ALIVE,
    });
    // Each error ends the connection.
    client.on('error', () => {}).on('notification', refetch);
    client.on('end', () => {
      if (!isClosed) reconnecting = setTimeout(connect, reconnectMs).unref();
    });
    client
      .connect()
      .then(() => client.query('listen release_change'))
      // Changes made while the connection was down.
      .then(refetch)
      .catch(() => {});
  }

  connect();
  const refetching = setInterval(refetch, refetchMs).unref();
  return {
    follow(listener) {
      listeners.push(listener);
      if (known) listener(known);
    },
    refetch,
    revision: () => known?.revision,
    async read() {
      if (!known) await refetch();
      if (known) return known;
      throw noPage();
    },
    async close() {
      isClosed = true;
      clearInterval(refetching);
      clearTimeout(reconnecting);
      await client.end();
      // The ORM never gets back a connection that it is opening while it is closed, and would wait for it for ever.
      await Promise.all(pendingReads);
    },
  };
}

/** The error while no shell is live, or the registry cannot be read. */
export const noPage = (): AppError =>
  new AppError('unavailable', 'The pages cannot be shown right now. Please try again in a moment.');

/** Whether there is a page to show: the registry can be read and a shell is live. */
export const canShowPages = (read: ReadRegistry): Promise<boolean> =>
  read().then(
    ({ microFrontends }) => SHELL in microFrontends,
    () => false,
  );
