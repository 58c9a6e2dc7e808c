import type { OutboxStorage } from './outbox-storage.ts';

interface DraftStorage {
  /** As it was written last, or null. Another release may have written it. */
  read(account: string): Promise<unknown>;
  /** Null removes it. */
  write(account: string, draft: unknown): Promise<void>;
}

/**
 * Keeps what a participant has begun and not saved, one draft each, beside the outbox's entries. It is an entry of an
 * account that no one has, so that a shell of an earlier release neither sends it nor needs another version of the database.
 * A storage that fails loses only the draft.
 */
export function createDraftStorage(storage: OutboxStorage, kind: 'draft' | 'typed' = 'draft'): DraftStorage {
  const ownerOf = (account: string): string => `${kind} of ${account}`;
  const last = new Map<string, symbol>();
  let running: Promise<unknown> = Promise.resolve();
  /** In the order they were asked for. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T | null> => {
    const done = running.then(task).catch(() => null);
    running = done;
    return done;
  };
  return {
    read: (account) =>
      inTurn(async () => (await storage.list()).find(({ id }) => id === ownerOf(account))?.body ?? null),
    async write(account, draft) {
      const id = ownerOf(account);
      const written = Symbol(id);
      last.set(id, written);
      await inTurn(async () => {
        // What was typed since then comes next.
        if (last.get(id) !== written) return;
        if (draft === null) return storage.remove(id);
        const row = { id, account: id, path: '', body: draft, createdAt: '', timeZone: '' };
        // In one step: a page that is left in between keeps what it had.
        await storage.update(row);
        await storage.add(row).catch(() => {});
      });
    },
  };
}
