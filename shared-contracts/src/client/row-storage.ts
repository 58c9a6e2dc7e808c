/** Any of these may reject: a browser can lose its storage at any moment. */
export interface RowStorage<Row extends { id: string }> {
  /** In the order the rows were added. */
  list(): Promise<Row[]>;
  /** Rejects where there is a row of this id. */
  add(row: Row): Promise<void>;
  /** Replaces the row of the same id. Does nothing when it is gone. */
  update(row: Row): Promise<void>;
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

/** Changes the row of this id, if it is there. */
function changeRow(entries: IDBObjectStore, id: string, task: (row: IDBCursorWithValue) => void): void {
  const request = entries.index('id').openCursor(id);
  request.onsuccess = () => {
    if (request.result) task(request.result);
  };
}

/** Keeps rows in the browser's IndexedDB, so that they outlive a reload, a closed tab and a dead battery. */
export async function openRowStorage<Row extends { id: string }>(name: string): Promise<RowStorage<Row>> {
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
      connected((db): Promise<Row[]> => resultOf(db.transaction('entries').objectStore('entries').getAll())),
    add: (row) => change((entries) => entries.add(row)),
    update: (row) => change((entries) => changeRow(entries, row.id, (cursor) => cursor.update(row))),
    remove: (id) => change((entries) => changeRow(entries, id, (cursor) => cursor.delete())),
  };
}
