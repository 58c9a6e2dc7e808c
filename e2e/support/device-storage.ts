import { expect, type Page } from '@playwright/test';

/** All that the page's origin keeps on the device, cookies apart, as text: bytes as the letters of their numbers. */
export const readDeviceStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const readDatabase = async ({ name = '' }: IDBDatabaseInfo) => {
      const database = await resultOf(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const rows = stores.map((store) => resultOf(database.transaction(store).objectStore(store).getAll()));
      const found = [name, ...(await Promise.all(rows)).flat()];
      database.close();
      return found;
    };
    const readCache = async (name: string) => {
      const cache = await caches.open(name);
      const read = async (request: Request) => [request.url, await (await cache.match(request))?.text()];
      return [name, ...(await Promise.all((await cache.keys()).map(read)))];
    };
    const kept = [
      { ...localStorage },
      { ...sessionStorage },
      ...(await Promise.all((await indexedDB.databases()).map(readDatabase))),
      ...(await Promise.all((await caches.keys()).map(readCache))),
    ];
    return JSON.stringify(kept, (_, value) => {
      if (!(value instanceof ArrayBuffer)) return value;
      return Array.from(new Uint8Array(value), (byte) => String.fromCharCode(byte)).join('');
    });
  });

declare global {
  interface Window {
    /** What the page reads from the device's storage, writes to it or seals for it just now. */
    storing?: number;
  }
}

/** Records what a page stores, for `whenStored`. Runs in the page before its own scripts. */
export function watchStorage(): void {
  window.storing = 0;
  const begin = () => {
    window.storing = (window.storing ?? 0) + 1;
  };
  const end = () => {
    window.storing = (window.storing ?? 0) - 1;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const begun = transaction.apply(this, given);
    begin();
    for (const name of ['complete', 'abort']) begun.addEventListener(name, end);
    return begun;
  };
  for (const name of ['encrypt', 'decrypt'] as const) {
    const original = SubtleCrypto.prototype[name];
    SubtleCrypto.prototype[name] = function (...given) {
      begin();
      return original.apply(this, given).finally(end);
    };
  }
}

/** Waits until all that the page has shown so far is stored on the device, for a page that `watchStorage` runs in. */
export const whenStored = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => window.storing)).toBe(0);
