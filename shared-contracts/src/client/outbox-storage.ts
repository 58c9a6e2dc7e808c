import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A save that the server has not accepted. `account` is the participant it belongs to. */
export interface OutboxEntry {
  /** Also the idempotency key: a repeat of the same entry is harmless. */
  id: string;
  account: string;
  path: string;
  body: unknown;
  /** When the person made it, ISO, UTC. */
  createdAt: string;
  /** Why the server refused it, in its words. A refused entry is not sent again. */
  refusal?: string;
}

/** Any of these may reject: a browser can lose its storage at any moment. */
export interface OutboxStorage {
  /** In the order the entries were added. */
  list(): Promise<OutboxEntry[]>;
  add(entry: OutboxEntry): Promise<void>;
  /** Keeps the entry as refused. Does nothing when the entry is gone. */
  refuse(id: string, refusal: string): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { id: string } };
}

const open = (name: string): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { autoIncrement: true }).createIndex('id', 'id', { unique: true });
    },
  });

/** Keeps entries in the browser's IndexedDB, so that they outlive a reload, a closed tab and a dead battery. */
export async function openIndexedDbStorage(name: string): Promise<OutboxStorage> {
  let database = await open(name);

  /** A browser may cut the connection of a page that slept; a new one finds everything that was kept. */
  const connected = async <T>(task: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await task(database);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      database = await open(name);
      return task(database);
    }
  };

  // Strict: acknowledged only once the disk has it, which a dead battery cannot undo.
  const change = (task: (entries: ReturnType<typeof entriesOf>) => Promise<unknown>): Promise<void> =>
    connected(async (db) => {
      const entries = entriesOf(db);
      await Promise.all([task(entries), entries.transaction.done]);
    });

  const entriesOf = (db: IDBPDatabase<Schema>) =>
    db.transaction('entries', 'readwrite', { durability: 'strict' }).store;

  return {
    list: () => connected((db) => db.getAll('entries')),
    add: (entry) => change((entries) => entries.add(entry)),
    refuse: (id, refusal) =>
      change(async (entries) => {
        const cursor = await entries.index('id').openCursor(id);
        await cursor?.update({ ...cursor.value, refusal });
      }),
    remove: (id) =>
      change(async (entries) => {
        const cursor = await entries.index('id').openCursor(id);
        await cursor?.delete();
      }),
  };
}

/** For a browser that refuses IndexedDB (some private windows): entries live as long as the page. */
export function createMemoryStorage(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  return {
    list: async () => [...entries.values()],
    add: async (entry) => {
      entries.set(entry.id, entry);
    },
    refuse: async (id, refusal) => {
      const entry = entries.get(id);
      if (entry) entries.set(id, { ...entry, refusal });
    },
    remove: async (id) => {
      entries.delete(id);
    },
  };
}
