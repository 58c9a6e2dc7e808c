import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BodyOf, Call, SuccessOf } from '../calls/call.ts';
import { CallError } from './call-error.ts';
import type { Client } from './client.ts';
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/** Of the participant who is logged in; empty for a visitor. */
export interface OutboxState {
  /** Saves that have no answer yet, oldest first. */
  entries: readonly OutboxEntry[];
  /** Whether the last attempt failed, so that something waits for the network or the server. */
  isWaiting: boolean;
  /** Saves of calls with `keptWhenRefused` that the server refused, until they are dismissed. */
  refused: readonly OutboxEntry[];
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
  /** Lets go of a refused save. */
  dismiss(id: string): Promise<void>;
  /** Removes everything of this participant from the device, for somebody whose information was erased. */
  forget(): Promise<void>;
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
  /** An entry of an earlier page or log-in was answered: what the page shows of it may be out of date. */
  onAnsweredLate: () => void;
}

interface Waiting {
  entry: OutboxEntry;
  resolve: (success: SuccessOf<Call>) => void;
  reject: (error: CallError) => void;
  /** A log-in since then has replaced what the page shows by what the server had. */
  isFromBefore: boolean;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** A request that hangs in a dying network would hold back every other save, in every tab. */
const ANSWER_WITHIN_MS = 30_000;

/** Not the server's word on the save itself: the entry stays and is tried again. */
const mayBeTakenLater = ({ code, isTransient }: CallError): boolean =>
  isTransient ||
  // Logged out meanwhile, or somebody else logged in: the entry waits for the same person's next log-in.
  code === 'not-logged-in' ||
  code === 'wrong-csrf-token' ||
  // A page of a hotel's network or a proxy, or an answer of a newer release.
  code === 'unreadable';

export function createOutbox(settings: OutboxSettings): Outbox {
  const { client, storage, calls } = settings;
  const state = createStore<OutboxState>(() => ({ entries: [], isWaiting: false, refused: [] }));
  const waiting = new Map<string, Waiting>();
  let account: string | null = null;
  let retryMs = FIRST_RETRY_MS;
  let retryPlanned = false;
  let running: Promise<void> = Promise.resolve();

  /**
   * What this participant has in the outbox. An entry that this page waits for and the storage does not hold counts as
   * well: either the storage failed, or another tab sent it and kept the answer; sending it again, which is harmless,
   * brings the answer here.
   */
  const ownEntries = async (): Promise<Pick<OutboxState, 'entries' | 'refused'>> => {
    const stored = await storage.list().catch((): OutboxEntry[] => []);
    const unsent = stored.filter(({ refusal }) => refusal === undefined);
    const unsentIds = new Set(unsent.map(({ id }) => id));
    const missing = [...waiting.values()].map(({ entry }) => entry).filter(({ id }) => !unsentIds.has(id));
    const own = (entry: OutboxEntry) => entry.account === account;
    return {
      entries: [...unsent, ...missing].filter(own),
      refused: stored.filter(({ refusal }) => refusal !== undefined).filter(own),
    };
  };

  const show = async (): Promise<void> => state.setState(await ownEntries());

  const answer = (entry: OutboxEntry, tell: (waiter: Waiting) => void): void => {
    const waiter = waiting.get(entry.id);
    waiting.delete(entry.id);
    if (waiter) tell(waiter);
    if (!waiter || waiter.isFromBefore) settings.onAnsweredLate();
  };

  // An answered entry that the storage fails to let go is sent again, and the server answers it as before.
  const settle = (change: Promise<void>): Promise<void> => change.catch(() => {});

  /** Returns whether the entry was answered, be it with a success or with a refusal. */
  const deliver = async (entry: OutboxEntry): Promise<boolean> => {
    const call = calls.find(({ path }) => path === entry.path);
    try {
      if (!call) throw new CallError('not-found', 'This save is of another release.');
      const success = await client.send(call, entry.body as never, {
        idempotencyKey: entry.id,
        participant: entry.account,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await settle(storage.remove(entry.id));
      answer(entry, ({ resolve }) => resolve(success));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (mayBeTakenLater(error)) return false;
      await settle(
        call?.keptWhenRefused ? storage.refuse(entry.id, error.message) : storage.remove(entry.id),
      );
      answer(entry, ({ reject }) => reject(error));
    }
    return true;
  };

  const sendAll = async (): Promise<void> => {
    // A call that fails holds back its own later saves only, so that the last flag set is the last one sent.
    const heldBack = new Set<string>();
    const tried = new Set<string>();
    for (;;) {
      const { entries } = await ownEntries();
      const next = entries.find(({ id, path }) => !tried.has(id) && !heldBack.has(path));
      if (!next) break;
      tried.add(next.id);
      if (!(await deliver(next))) heldBack.add(next.path);
      await show();
    }
    await show();
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

  const flush = (): Promise<void> => {
    // A flush asked for while one runs starts after it, and so sees the entry that came in between.
    running = running.then(async () => {
      if (!account) return;
      try {
        await settings.exclusively(sendAll);
      } catch {
        // Whatever went wrong, the entries are still there.
        state.setState({ isWaiting: true });
        retryLater();
      }
    });
    return running;
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
      await settle(storage.add(entry));
      const answered = new Promise<SuccessOf<Call>>((resolve, reject) => {
        waiting.set(entry.id, { entry, resolve, reject, isFromBefore: false });
      });
      await show();
      void flush();
      return answered as Promise<SuccessOf<C>>;
    },
    async setAccount(next) {
      account = next;
      for (const waiter of waiting.values()) waiter.isFromBefore = true;
      retryMs = FIRST_RETRY_MS;
      state.setState({ isWaiting: false });
      await show();
      void flush();
    },
    async dismiss(id) {
      await settle(storage.remove(id));
      await show();
    },
    async forget() {
      const { entries, refused } = await ownEntries();
      for (const { id } of [...entries, ...refused]) {
        await settle(storage.remove(id));
        waiting.get(id)?.reject(new CallError('not-logged-in', 'The account was erased.'));
        waiting.delete(id);
      }
      await show();
    },
  };
}
