import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BodyOf, Call, SavingCall, SuccessOf } from '../calls/call.ts';
import { CallError } from './call-error.ts';
import type { Client } from './client.ts';
import { createDraftStorage } from './draft.ts';
import { type OutboxEntry, type OutboxStorage, temporaryIdOf } from './outbox-storage.ts';

/** Of the participant who is logged in, or of a visitor. */
export interface OutboxState {
  /** Saves that have no answer yet, oldest first. */
  entries: readonly OutboxEntry[];
  /** Whether the last attempt failed, so that something waits for the network or the server. */
  isWaiting: boolean;
  /** Saves of calls with `keptWhenRejected` that the server rejected, until they are dismissed. */
  rejected: readonly OutboxEntry[];
  /** What this participant has begun and not saved, on this device only; null where there is nothing. */
  draft: unknown;
  /** What this participant has typed into forms and not saved, by the form's name. Earlier shells keep none. */
  typed?: Readonly<Record<string, unknown>>;
}

/** What one tab sends to the others: that the entries have changed, and the answer where one came. */
export type OutboxMessage = { entry: OutboxEntry; success: SuccessOf<Call> } | null;

export interface Outbox {
  readonly state: StoreApi<OutboxState>;
  /**
   * Shows and keeps the save, then sends it until the server answers. Resolves with the server's success; rejects with a
   * CallError when the server rejects it for good. Saves by one call leave in the order they were made, and one that
   * mentions a temporary id leaves with the real one. A visitor's saves live as long as the page. Throws TypeError for a
   * body with a password, which is never stored on the device.
   */
  send<C extends SavingCall>(call: C, body: BodyOf<C>): Promise<SuccessOf<C>>;
  /** Who is logged in, or null. Only this participant's entries are shown and sent. */
  setAccount(account: string | null): Promise<void>;
  /** Tries at once, as when the network comes back. */
  flush(): Promise<void>;
  /** Keeps what the participant has begun until it is saved or they log out; null removes it. A visitor's is not kept. */
  saveDraft(draft: unknown): Promise<void>;
  /** The same for what is typed into a form. Never a password. Earlier shells keep none. */
  saveTyped?(form: string, typed: unknown): Promise<void>;
  /** Removes a rejected save. */
  dismiss(id: string): Promise<void>;
  /** Removes everything of this participant from the device, at log-out and when their information was erased. */
  forget(): Promise<void>;
  /** Applies what another tab sent. */
  receive(message: OutboxMessage): Promise<void>;
}

interface OutboxSettings {
  client: Client;
  storage: OutboxStorage;
  /** The call of a path: an entry keeps that only. It knows a participant's calls before `setAccount` names one. */
  findCall: (path: string) => Call | undefined;
  now: () => Date;
  timeZone: () => string;
  /** 12 or more random hexadecimal digits. */
  newId: () => string;
  /** Runs a task while no other tab runs one (Web Locks in a browser). */
  exclusively: (task: () => Promise<void>) => Promise<void>;
  /** Calls back after a delay in ms. */
  schedule: (task: () => void, delayMs: number) => void;
  notifyOtherTabs: (message: OutboxMessage) => void;
  /** The server answered a save of this account: its state now includes the change. */
  onAnswer: (entry: OutboxEntry, success: SuccessOf<Call>) => void;
  /** What the server has may differ from what this page knows of it. */
  onStale: () => void;
}

interface Waiter {
  entry: OutboxEntry;
  resolve: (success: SuccessOf<Call>) => void;
  reject: (error: CallError) => void;
  /** A log-in since then has replaced what the page knows by what the server had. */
  isFromBefore: boolean;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** A request that hangs in a dying network would hold back every other save, in every tab. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Not the server's word on the save itself: the entry stays and is tried again. */
const mayBeTakenLater = ({ code, isTransient }: CallError): boolean =>
  isTransient ||
  // Logged out meanwhile, or another participant logged in: the entry waits for the same person's next log-in.
  code === 'not-logged-in' ||
  code === 'wrong-csrf-token' ||
  // A page of a hotel's network or a proxy, or an answer of a newer release.
  code === 'unreadable';

/** The entry with every `from` in its body, however deep, replaced by `to`. */
const withId = (entry: OutboxEntry, from: number, to: number): OutboxEntry => ({
  ...entry,
  body: JSON.parse(JSON.stringify(entry.body), (_, value) => (value === from ? to : value)),
});

const mentions = (entry: OutboxEntry, id: number): boolean =>
  JSON.stringify(entry.body) !== JSON.stringify(withId(entry, id, 0).body);

/** Whether a field for a password has anything in it. */
const holdsPassword = (body: unknown): boolean =>
  Object.entries(Object(body)).some(([name, value]) => /password/i.test(name) && value);

/** The list that is shown already where the next one has the same entries, so that nothing is rendered again. */
const sameOrNext = (shown: readonly OutboxEntry[], next: readonly OutboxEntry[]) =>
  shown.length === next.length && shown.every(({ id }, index) => id === next[index]?.id) ? shown : next;

export function createOutbox(settings: OutboxSettings): Outbox {
  const { client, storage } = settings;
  const state = createStore<OutboxState>(() => ({
    entries: [],
    isWaiting: false,
    rejected: [],
    draft: null,
    typed: {},
  }));
  const waiting = new Map<string, Waiter>();
  let account: string | null = null;
  let retryMs = FIRST_RETRY_MS;
  let retryPlanned = false;
  let running: Promise<void> = Promise.resolve();
  const drafts = createDraftStorage(storage);
  const forms = createDraftStorage(storage, 'typed');

  /**
   * What this participant has in the outbox. An entry that this page waits for and the storage does not hold counts as
   * well: either the storage failed, or another tab sent it and has the answer; sending it again, which is harmless,
   * brings the answer here.
   */
  const ownEntries = async (): Promise<Pick<OutboxState, 'entries' | 'rejected'>> => {
    const all = await storage.list().catch((): OutboxEntry[] => []);
    const stored = all
      .filter((entry) => entry.account === account)
      // An earlier release stored no time zone.
      .map((entry) => ({ ...entry, timeZone: entry.timeZone ?? settings.timeZone() }));
    const unsent = stored.filter(({ rejection }) => rejection === undefined);
    const unsentIds = new Set(unsent.map(({ id }) => id));
    const missing = [...waiting.values()]
      .map(({ entry }) => entry)
      .filter((entry) => entry.account === account && !unsentIds.has(entry.id));
    return {
      entries: [...unsent, ...missing],
      rejected: stored.filter(({ rejection }) => rejection !== undefined),
    };
  };

  const show = async (): Promise<void> => {
    const next = await ownEntries();
    const before = state.getState();
    const entries = sameOrNext(before.entries, next.entries);
    const rejected = sameOrNext(before.rejected, next.rejected);
    state.setState({ entries, rejected });
    const ids = new Set(entries.map(({ id }) => id));
    // Answered in another tab while this one slept.
    if (before.entries.some(({ id }) => !ids.has(id))) settings.onStale();
  };

  const removeShown = (id: string): void =>
    state.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

  // An answered entry that the storage fails to remove is sent again, and the server answers it as before.
  const persist = (change: Promise<void>): Promise<void> => change.catch(() => {});

  /** Gives every later save that mentions the entry's temporary id the real one. */
  const replaceId = async (entry: OutboxEntry, id: number): Promise<void> => {
    const replaced = (later: OutboxEntry) => withId(later, temporaryIdOf(entry), id);
    for (const waiter of waiting.values()) waiter.entry = replaced(waiter.entry);
    for (const later of (await ownEntries()).entries) await persist(storage.update(replaced(later)));
    state.setState(({ entries }) => ({ entries: entries.map(replaced) }));
  };

  const takeAnswer = async (entry: OutboxEntry, success: SuccessOf<Call>): Promise<void> => {
    const id = (success.body as { id?: unknown } | undefined)?.id;
    if (typeof id === 'number') await replaceId(entry, id);
    await persist(storage.remove(entry.id));
    if (entry.account === account) settings.onAnswer(entry, success);
    removeShown(entry.id);
    waiting.get(entry.id)?.resolve(success);
    waiting.delete(entry.id);
  };

  /** Returns whether the entry was answered, be it with a success or with a rejection. */
  const deliver = async (entry: OutboxEntry): Promise<boolean> => {
    const call = settings.findCall(entry.path);
    const waiter = waiting.get(entry.id);
    try {
      if (!call) throw new CallError('not-found', 'This save is of another release.');
      const success = await client.send(call, entry.body as never, {
        ...(entry.account && { idempotencyKey: entry.id, participant: entry.account }),
        timeZone: entry.timeZone,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await takeAnswer(entry, success);
      if (entry.account !== null) settings.notifyOtherTabs({ entry, success });
      // The answer to a repeat may be older than what was loaded since.
      if (!waiter || waiter.isFromBefore) settings.onStale();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (mayBeTakenLater(error)) return false;
      await persist(
        call?.keptWhenRejected
          ? storage.update({ ...entry, rejection: error.message })
          : storage.remove(entry.id),
      );
      removeShown(entry.id);
      waiter?.reject(error);
      waiting.delete(entry.id);
      settings.notifyOtherTabs(null);
      settings.onStale();
    }
    return true;
  };

  const sendAll = async (): Promise<void> => {
    // A call that fails holds back its own later saves only, so that the last flag set is the last one sent.
    const heldBack = new Set<string>();
    const tried = new Set<string>();
    for (;;) {
      const { entries } = await ownEntries();
      const needsAnswerTo = (entry: OutboxEntry) =>
        entries.some((other) => other !== entry && mentions(entry, temporaryIdOf(other)));
      const next = entries.find(
        (entry) => !tried.has(entry.id) && !heldBack.has(entry.path) && !needsAnswerTo(entry),
      );
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
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  };

  const flush = (): Promise<void> => {
    // A flush asked for while one runs starts after it, and so sees the entry that came in between.
    running = running.then(async () => {
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

  const keep = async (entry: OutboxEntry): Promise<void> => {
    if (entry.account !== null) {
      await persist(storage.add(entry));
      settings.notifyOtherTabs(null);
    }
    await flush();
  };

  return {
    state,
    flush,
    send<C extends SavingCall>(call: C, body: BodyOf<C>): Promise<SuccessOf<C>> {
      if (holdsPassword(body)) throw new TypeError('A password is never stored on the device.');
      const entry: OutboxEntry = {
        id: settings.newId(),
        account,
        path: call.path,
        body,
        createdAt: settings.now().toISOString(),
        timeZone: settings.timeZone(),
      };
      const answered = new Promise<SuccessOf<Call>>((resolve, reject) => {
        waiting.set(entry.id, { entry, resolve, reject, isFromBefore: false });
      });
      // Most callers have nothing to do with a rejection: what they changed is shown no longer.
      answered.catch(() => {});
      state.setState(({ entries }) => ({ entries: [...entries, entry] }));
      void keep(entry);
      return answered as Promise<SuccessOf<C>>;
    },
    async setAccount(next) {
      const isOther = next !== account;
      account = next;
      for (const [id, waiter] of waiting) {
        waiter.isFromBefore = true;
        // A visitor's session ends with the log-in.
        if (waiter.entry.account === null) waiting.delete(id);
      }
      retryMs = FIRST_RETRY_MS;
      if (isOther) state.setState({ entries: [], isWaiting: false, rejected: [], draft: null, typed: {} });
      await show();
      const draft = next && (await drafts.read(next));
      if (draft && account === next && state.getState().draft === null) state.setState({ draft });
      const typed = next && isOther && (await forms.read(next));
      if (typed && account === next) state.setState({ typed: Object(typed) });
      void flush();
    },
    async saveDraft(draft) {
      if (account === null) return;
      state.setState({ draft });
      await drafts.write(account, draft);
    },
    async saveTyped(form, next) {
      if (account === null) return;
      const { [form]: _, ...others } = state.getState().typed ?? {};
      const typed = next === null ? others : { ...others, [form]: next };
      state.setState({ typed });
      await forms.write(account, Object.keys(typed).length > 0 ? typed : null);
    },
    async dismiss(id) {
      await persist(storage.remove(id));
      settings.notifyOtherTabs(null);
      await show();
    },
    async forget() {
      if (account !== null) await Promise.all([drafts.write(account, null), forms.write(account, null)]);
      const { entries, rejected } = await ownEntries();
      for (const { id } of [...entries, ...rejected]) {
        await persist(storage.remove(id));
        waiting.get(id)?.reject(new CallError('not-logged-in', 'The participant is gone from this device.'));
        waiting.delete(id);
      }
      state.setState({ entries: [], draft: null, typed: {} });
      await show();
    },
    async receive(message) {
      if (message) await takeAnswer(message.entry, message.success);
      await show();
    },
  };
}
