/** A save that the server has not accepted. */
export interface OutboxEntry {
  /** At least 12 hexadecimal digits. Also the idempotency key: a repeat of the same entry is harmless. */
  id: string;
  /** The participant it belongs to. Null for a visitor, whose entries are never stored. */
  account: string | null;
  path: string;
  body: unknown;
  /** When the person made it, ISO, UTC. */
  createdAt: string;
  /** The person's time zone then, IANA. */
  timeZone: string;
  /** Why the server rejected it, in its words. A rejected entry is not sent again. */
  rejection?: string;
}

/**
 * The id of what an entry adds, until the server's answer brings the real one: negative, which no id of the server is,
 * and the same after a reload and in every tab.
 */
export const temporaryIdOf = ({ id }: Pick<OutboxEntry, 'id'>): number =>
  -Number.parseInt(id.slice(0, 12), 16);

/** Any of these may reject: a browser can lose its storage at any moment. */
export interface OutboxStorage {
  /** In the order the entries were added. */
  list(): Promise<OutboxEntry[]>;
  add(entry: OutboxEntry): Promise<void>;
  /** Replaces the entry of the same id. Does nothing when it is gone. */
  update(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore('entries', { autoIncrement: true });
    entries.createIndex('id', 'id', { unique: true });
  };
  return resultOf(request);
}

/** Changes the entry of this id, if it is there. */
function changeEntry(entries: IDBObjectStore, id: string, task: (entry: IDBCursorWithValue) => void): void {
  const request = entries.index('id').openCursor(id);
  request.onsuccess = () => {
    if (request.result) task(request.result);
  };
}

/** Keeps entries in the browser's IndexedDB, so that they outlive a reload, a closed tab and a dead battery. */
export async function openIndexedDbStorage(name: string): Promise<OutboxStorage> {
  let database = await open(name);

  /** A browser may cut the connection of a page that slept; a new one finds everything that was stored. */
  const connected = async <T>(task: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    try {
      return await task(database);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      database = await open(name);
      return task(database);
    }
  };

  const change = (task: (entries: IDBObjectStore) => void): Promise<void> =>
    connected(
      (db) =>
        new Promise((resolve, reject) => {
          // Strict: acknowledged only once the disk has it, which a dead battery cannot undo.
          const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' });
          transaction.oncomplete = () => resolve();
          // A request that fails aborts its transaction, as does a disk that is full.
          transaction.onabort = () => reject(transaction.error);
          task(transaction.objectStore('entries'));
        }),
    );

  return {
    list: () =>
      connected(
        (db): Promise<OutboxEntry[]> => resultOf(db.transaction('entries').objectStore('entries').getAll()),
      ),
    add: (entry) => change((entries) => entries.add(entry)),
    update: (entry) => change((entries) => changeEntry(entries, entry.id, (cursor) => cursor.update(entry))),
    remove: (id) => change((entries) => changeEntry(entries, id, (cursor) => cursor.delete())),
  };
}

/** For a browser without IndexedDB (some private windows): entries live as long as the page. */
export function createMemoryStorage(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  return {
    list: async () => [...entries.values()],
    add: async (entry) => {
      entries.set(entry.id, entry);
    },
    update: async (entry) => {
      if (entries.has(entry.id)) entries.set(entry.id, entry);
    },
    remove: async (id) => {
      entries.delete(id);
    },
  };
}
