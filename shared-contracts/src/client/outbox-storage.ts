import { type DBSchema, openDB } from 'idb';

/** A save that the server has not acknowledged. `account` is the participant it belongs to. */
export interface OutboxEntry {
  /** Also the idempotency key: a repeat of the same entry is harmless. */
  id: string;
  account: string;
  path: string;
  body: unknown;
  /** When the person made it, ISO, UTC. */
  createdAt: string;
}

export interface OutboxStorage {
  /** In the order the entries were added. */
  list(): Promise<OutboxEntry[]>;
  add(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { id: string } };
}

/** Keeps entries in the browser's IndexedDB, so that they outlive a reload, a closed tab and a dead battery. */
export async function openIndexedDbStorage(name: string): Promise<OutboxStorage> {
  const database = await openDB<Schema>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { autoIncrement: true }).createIndex('id', 'id', { unique: true });
    },
  });
  return {
    list: () => database.getAll('entries'),
    add: async (entry) => {
      await database.add('entries', entry);
    },
    remove: async (id) => {
      const key = await database.getKeyFromIndex('entries', 'id', id);
      if (key !== undefined) await database.delete('entries', key);
    },
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
    remove: async (id) => {
      entries.delete(id);
    },
  };
}
