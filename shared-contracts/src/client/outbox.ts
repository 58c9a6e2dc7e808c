import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BodyOf, Call, SuccessOf } from '../calls/call.ts';
import { CallError } from './call-error.ts';
import type { Client } from './client.ts';
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/** The entries of the participant who is logged in; empty for a visitor. `isWaiting`: the last attempt failed. */
export interface OutboxState {
  entries: readonly OutboxEntry[];
  isWaiting: boolean;
}

export interface Outbox {
  readonly state: StoreApi<OutboxState>;
  /**
   * Keeps the save, then sends it until the server answers. Resolves with the server's success; rejects with a
   * CallError when the server refuses it for good. Saves by one call leave in the order they were made.
   */
  send<C extends Call>(call: C, body: BodyOf<C>): Promise<SuccessOf<C>>;
  /** Who is logged in, or null. Only this participant's entries are shown and sent. */
  setAccount(account: string | null): Promise<void>;
  /** Tries at once, as when the network comes back. */
  flush(): Promise<void>;
}

interface OutboxSettings {
  client: Client;
  storage: OutboxStorage;
  /** The calls an entry may hold: it keeps the path alone, and finds the call here after a reload. */
  calls: readonly Call[];
  now: () => Date;
  newId: () => string;
  /** Runs a task while no other tab runs one (Web Locks in a browser). */
  exclusively: (task: () => Promise<void>) => Promise<void>;
  /** Calls back after a delay in ms. */
  schedule: (task: () => void, delayMs: number) => void;
  /** An entry of an earlier page was answered: what the page shows of it may be out of date. */
  onAnsweredLate: () => void;
}

interface Waiting {
  resolve: (success: SuccessOf<Call>) => void;
  reject: (error: CallError) => void;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

export function createOutbox(settings: OutboxSettings): Outbox {
  const { client, storage, calls } = settings;
  const state = createStore<OutboxState>(() => ({ entries: [], isWaiting: false }));
  const waiting = new Map<string, Waiting>();
  let account: string | null = null;
  let retryMs = FIRST_RETRY_MS;
  let retryPlanned = false;
  let running: Promise<void> | null = null;

  const ownEntries = async (): Promise<OutboxEntry[]> =>
    (await storage.list()).filter((entry) => entry.account === account);

  const show = async (): Promise<void> => state.setState({ entries: await ownEntries() });

  const answer = async (entry: OutboxEntry, tell: (waiter: Waiting) => void): Promise<void> => {
    await storage.remove(entry.id);
    const waiter = waiting.get(entry.id);
    waiting.delete(entry.id);
    if (waiter) tell(waiter);
    else settings.onAnsweredLate();
  };

  /** Returns whether the entry was answered, be it with a success or with a refusal. */
  const deliver = async (entry: OutboxEntry): Promise<boolean> => {
    const call = calls.find(({ path }) => path === entry.path);
    if (!call) {
      await answer(entry, ({ reject }) =>
        reject(new CallError('unreadable', 'This save is of an older release.')),
      );
      return true;
    }
    try {
      const success = await client.send(call, entry.body as never, { idempotencyKey: entry.id });
      await answer(entry, ({ resolve }) => resolve(success));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // Logged out meanwhile: the entry waits for the same person's next log-in.
      if (error.isTransient || error.code === 'not-logged-in') return false;
      await answer(entry, ({ reject }) => reject(error));
      return true;
    }
  };

  const sendAll = async (): Promise<void> => {
    // A call that fails holds back its own later saves only, so that the last flag set is the last one sent.
    const heldBack = new Set<string>();
    const tried = new Set<string>();
    for (let entries = await ownEntries(); ; entries = await ownEntries()) {
      const next = entries.find(({ id, path }) => !tried.has(id) && !heldBack.has(path));
      if (!next) break;
      tried.add(next.id);
      if (!(await deliver(next))) heldBack.add(next.path);
      await show();
    }
    const isWaiting = heldBack.size > 0;
    state.setState({ isWaiting });
    if (isWaiting) retryLater();
    else retryMs = FIRST_RETRY_MS;
  };

  const retryLater = (): void => {
    if (retryPlanned) return;
    retryPlanned = true;
    settings.schedule(() => {
      retryPlanned = false;
      void flush();
    }, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  const flush = async (): Promise<void> => {
    // A flush asked for while one runs starts after it, and so sees the entry that came in between.
    const previous = running;
    const current = (async () => {
      await previous;
      if (account) await settings.exclusively(sendAll);
    })();
    running = current;
    await current;
  };

  return {
    state,
    flush,
    async send<C extends Call>(call: C, body: BodyOf<C>): Promise<SuccessOf<C>> {
      if (!account) return client.send(call, body);
      const entry: OutboxEntry = {
        id: settings.newId(),
        account,
        path: call.path,
        body,
        createdAt: settings.now().toISOString(),
      };
      const answered = new Promise<SuccessOf<Call>>((resolve, reject) => {
        waiting.set(entry.id, { resolve, reject });
      });
      await storage.add(entry);
      await show();
      void flush();
      return answered as Promise<SuccessOf<C>>;
    },
    async setAccount(next) {
      account = next;
      state.setState({ isWaiting: false });
      await show();
      void flush();
    },
  };
}
