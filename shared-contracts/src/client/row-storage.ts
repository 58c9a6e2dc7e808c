import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

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

interface Rows<Row> extends DBSchema {
  entries: { key: number; value: Row; indexes: { id: string } };
}

type Entries<Row> = IDBPObjectStore<Rows<Row>, ['entries'], 'entries', 'readwrite'>;

const open = <Row>(name: string): Promise<IDBPDatabase<Rows<Row>>> =>
  openDB<Rows<Row>>(name, 1, {
    upgrade(database) {
      const entries = database.createObjectStore('entries', { autoIncrement: true });
      entries.createIndex('id', 'id', { unique: true });
    },
  });

/** Keeps rows in the browser's IndexedDB, so that they outlive a reload, a closed tab and a dead battery. */
export async function openRowStorage<Row extends { id: string }>(name: string): Promise<RowStorage<Row>> {
  let database = await open<Row>(name);

  /** A browser may cut the connection of a page that slept; a new one finds everything that was stored. */
  const connected = async <T>(task: (db: IDBPDatabase<Rows<Row>>) => Promise<T>): Promise<T> => {
    try {
      return await task(database);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      database = await open<Row>(name);
      return task(database);
    }
  };

  const change = (task: (entries: Entries<Row>) => Promise<unknown>): Promise<void> =>
    connected(async (db) => {
      // Strict: acknowledged only once the disk has it, which a dead battery cannot undo.
      const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' });
      await Promise.all([task(transaction.store), transaction.done]);
    });

  const cursorAt = (entries: Entries<Row>, id: string) => entries.index('id').openCursor(id);

  return {
    list: () => connected((db) => db.getAll('entries')),
    add: (row) => change((entries) => entries.add(row)),
    update: (row) => change(async (entries) => (await cursorAt(entries, row.id))?.update(row)),
    remove: (id) => change(async (entries) => (await cursorAt(entries, id))?.delete()),
  };
}
