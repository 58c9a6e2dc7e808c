import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { TooManyRequests } from '../errors/app-error.ts';
import { CONNECT_TIMEOUT_MS } from './orm.ts';

/** Whose work it is: an account, or the network of a visitor. */
export interface ConnectionHolder {
  name: string;
  /** Its part of the pool, above 0 and at most 1. */
  share: number;
}

const asking = new AsyncLocalStorage<{ holder: ConnectionHolder }>();

/** Does work whose connections `holder` holds, unless `becomeHolder` says otherwise from some moment on. */
export const asHolder = <T>(holder: ConnectionHolder, work: () => T): T => asking.run({ holder }, work);

export function becomeHolder(holder: ConnectionHolder): void {
  const current = asking.getStore();
  if (current) current.holder = holder;
}

/**
 * Lets no holder have more than its share of a pool's connections at once, whatever it asks for. The rest waits for its
 * turn, and throws too-many-requests after as long as for any connection. Work without a holder just waits for the pool.
 */
export function shareConnections(pool: Pool, waitMs = CONNECT_TIMEOUT_MS): void {
  const queues = new Map<string, Queue>();
  const heldBy = new WeakMap<PoolClient, () => void>();
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;

  async function takeTurn({ name, share }: ConnectionHolder): Promise<() => void> {
    const queue = queues.get(name) ?? { held: 0, waiting: [] };
    queues.set(name, queue);
    const most = Math.max(1, Math.floor(pool.options.max * share));
    if (queue.held >= most) await waitIn(queue, waitMs);
    else queue.held++;
    return () => {
      // The next one has this turn.
      const next = queue.waiting.shift();
      if (next) return next();
      queue.held--;
      if (queue.held === 0) queues.delete(name);
    };
  }

  pool.connect = (async () => {
    const holder = asking.getStore()?.holder;
    if (!holder) return connect();
    const endTurn = await takeTurn(holder);
    try {
      const client = await connect();
      heldBy.set(client, endTurn);
      return client;
    } catch (error) {
      endTurn();
      throw error;
    }
  }) as Pool['connect'];
  pool.on('release', (_error, client) => {
    heldBy.get(client)?.();
    heldBy.delete(client);
  });
}

interface Queue {
  held: number;
  waiting: (() => void)[];
}

function waitIn({ waiting }: Queue, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      // The ORM makes an error of its own of this one.
      reject(new Error('No turn came.', { cause: new TooManyRequests(Math.ceil(ms / 1000)) }));
    }, ms);
    waiting.push(begin);
  });
}
