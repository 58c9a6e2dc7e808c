import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A database that answers nothing for two looks in a row hangs; requests fail within ten seconds. */
const LOOK_EVERY_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;

export interface DatabaseWatch {
  /** The database holds its connections and answers none of them. */
  isHanging(): boolean;
  /** Ends this pool's connections whenever the database hangs, so that waiting requests fail. */
  add(pool: pg.Pool): void;
  /** Resolves once it looks no more. */
  stop(): Promise<void>;
}

/** Looks whether a database still answers, on a connection of its own. */
export function watchDatabase(
  url: string,
  { lookEveryMs = LOOK_EVERY_MS, answerWithinMs = ANSWER_TIMEOUT_MS } = {},
): DatabaseWatch {
  const clients = new Set<pg.PoolClient>();
  const stopped = new AbortController();
  let client: ReturnType<typeof open> | undefined;
  let isHanging = false;

  /** False where the database is silent. One that rejects connections or is gone has answered. */
  async function answers(): Promise<boolean> {
    client ??= open(url);
    const { own, connected } = client;
    const outcome = await Promise.race([
      connected
        .then(() => own.query('select 1'))
        .then(
          () => 'right',
          () => 'failed',
        ),
      wait(answerWithinMs, 'silent', { signal: stopped.signal }).catch(() => 'stopped'),
    ]);
    if (outcome !== 'right') drop();
    return outcome !== 'silent';
  }

  function drop(): void {
    if (client) cut(client.own);
    client = undefined;
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // Twice, since this process may have been the one that stood still.
      isHanging = !(await answers()) && !(await answers());
      if (isHanging) for (const each of clients) cut(each);
      await wait(lookEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
    drop();
  }
  const running = run();

  return {
    isHanging: () => isHanging,
    add(pool) {
      pool.on('connect', (each) => clients.add(each));
      pool.on('remove', (each) => clients.delete(each));
    },
    stop() {
      stopped.abort();
      return running;
    },
  };
}

function open(url: string): { own: pg.Client; connected: Promise<unknown> } {
  const own = new pg.Client(url);
  own.on('error', () => {});
  return { own, connected: own.connect() };
}

/** Ends a connection without a word to the other side, which would not read it. Its statements fail at once. */
function cut(client: pg.Client | pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
