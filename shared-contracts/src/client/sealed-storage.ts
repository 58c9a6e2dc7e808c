import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';
import { openRowStorage, type RowStorage } from './row-storage.ts';

/** A value that only the key opens, and only under the id that it was sealed for. */
export interface Sealed {
  id: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** The device's key, which no script can read: it can only be used. */
export interface KeyRow {
  id: typeof KEY;
  key: CryptoKey;
}
const KEY = 'key';

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;
const encoded = (text: string) => new TextEncoder().encode(text);

/** Seals a value as JSON. */
export async function seal(key: CryptoKey, id: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: ALGORITHM, iv, additionalData: encoded(id) };
  return { id, iv, sealed: await crypto.subtle.encrypt(algorithm, key, encoded(JSON.stringify(value))) };
}

/** What was sealed. Rejects with another key, under another id or once it was changed. */
export async function unseal(key: CryptoKey, { id, iv, sealed }: Sealed): Promise<unknown> {
  const algorithm = { name: ALGORITHM, iv, additionalData: encoded(id) };
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed)));
}

/** The key among the rows, made where there is none; every tab gets the same. Rejects where the browser keeps no key. */
export async function keyOf<Row extends { id: string }>(rows: RowStorage<Row | KeyRow>): Promise<CryptoKey> {
  const find = async () => (await rows.list()).find((row): row is KeyRow => 'key' in row)?.key;
  const found = await find();
  if (found) return found;
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  // Another tab may have added one meanwhile.
  await rows.add({ id: KEY, key }).catch(() => {});
  const kept = await find();
  if (!kept) throw new Error('The browser keeps no key.');
  return kept;
}

type Row = OutboxEntry | Sealed | KeyRow;
const isPlain = (row: Row): row is OutboxEntry => 'body' in row;

/**
 * The outbox's entries in the browser's IndexedDB, sealed by a key that no script can read. The key is a row like the
 * entries, which a shell of an earlier release ignores; what such a shell stored is sealed now. On a page over plain HTTP,
 * or in a browser that keeps no key, entries are stored as they are, since losing one is worse.
 */
export async function openSealedStorage(name: string): Promise<OutboxStorage> {
  const rows = await openRowStorage<Row>(name);
  const key = await keyOf(rows).catch(() => null);
  const close = async (entry: OutboxEntry): Promise<Row> => (key ? seal(key, entry.id, entry) : entry);
  const open = async (row: Row): Promise<OutboxEntry[]> => {
    if (isPlain(row)) return [row];
    if ('key' in row || !key) return [];
    // Sealed by a key that is gone, it says nothing to anyone.
    const entry = await unseal(key, row).catch(() => null);
    return entry ? [entry as OutboxEntry] : [];
  };
  if (key)
    // On a disk that is full it stays as it is, and is sealed another time.
    for (const row of await rows.list())
      if (isPlain(row)) await rows.update(await close(row)).catch(() => {});
  return {
    list: async () => (await Promise.all((await rows.list()).map(open))).flat(),
    add: async (entry) => rows.add(await close(entry)),
    update: async (entry) => rows.update(await close(entry)),
    remove: rows.remove,
  };
}
