import { setTimeout as wait } from 'node:timers/promises';
import { type Registry, SHELL } from '@stepwise/shared-contracts/federation/registry';
import pg from 'pg';
import type { Logger } from 'pino';
import { CONNECT_WITHIN_MS, type EntityManager } from '../platform/database/orm.ts';
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
  /** Looks whether something has changed. */
  reread(): Promise<void>;
  close(): Promise<void>;
}

interface ReaderOptions {
  databaseUrl: string;
  em: () => EntityManager;
  log: Pick<Logger, 'error'>;
  /** Is told at each look whether the registry can be read. */
  tell?: (isReadable: boolean) => void;
  /** How long a change stays unseen at most while its notification is lost. */
  rereadMs?: number;
  /** How long until a connection that was dropped is opened again. */
  reconnectMs?: number;
}

/**
 * Keeps the registry in memory. Each change is notified by the database (`release_change`), on a connection of its own
 * that is opened again when it drops; a re-read at intervals is the fallback. A registry that cannot be read leaves
 * people with what was live before, and the log says so once.
 */
export function openRegistryReader({
  databaseUrl,
  em,
  log,
  tell = () => {},
  rereadMs = 15_000,
  reconnectMs = 1_000,
}: ReaderOptions): RegistryReader {
  const closing = new AbortController();
  let known: Registry | undefined;
  let isReadable = true;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      known = await readRegistry(em());
      isReadable = true;
    } catch (error) {
      if (isReadable && !closing.signal.aborted)
        log.error(describeError(error), 'the registry cannot be read; people get what was live before');
      isReadable = false;
    }
    tell(isReadable);
  }
  /** One look at a time, so that an older answer never replaces a newer one; what is asked meanwhile shares the next. */
  function reread(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = undefined;
        return reread();
      });
      return next;
    }
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: CONNECT_WITHIN_MS,
        keepAlive: true,
      });
      const dropped = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', resolve));
      const close = () => void client.end();
      try {
        client.on('notification', reread);
        await client.connect();
        if (closing.signal.aborted) return void (await client.end());
        closing.signal.addEventListener('abort', close);
        await client.query('listen release_change');
        // What was changed while nobody listened.
        void reread();
        await dropped;
      } catch {
        await client.end().catch(() => {});
      } finally {
        closing.signal.removeEventListener('abort', close);
      }
      await wait(reconnectMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  const listening = listen();
  const timer = setInterval(reread, rereadMs).unref();
  return {
    reread,
    async read() {
      if (!known) await reread();
      if (known) return known;
      throw noPage();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.all([listening, running]);
    },
  };
}

/** What people are told while no shell is live, or nobody knows which. */
export const noPage = (): AppError =>
  new AppError('unavailable', 'The pages cannot be shown right now. Please try again in a moment.');

/** Whether there is a page to show: the registry can be read and a shell is live. */
export const canShowPages = (read: ReadRegistry): Promise<boolean> =>
  read().then(
    ({ microFrontends }) => SHELL in microFrontends,
    () => false,
  );
