import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import type { OutboxEntry } from './outbox-storage.ts';
import { openRowStorage } from './row-storage.ts';
import { openSealedStorage, seal, unseal } from './sealed-storage.ts';

let names = 0;
const freshName = () => `sealed-${++names}`;
const entry = (id: string): OutboxEntry => ({
  id,
  account: 'a',
  path: '/api/save-support/',
  body: { name: 'Jo Rivera' },
  createdAt: '2026-11-20T09:00:00.000Z',
  timeZone: 'Australia/Melbourne',
});
const rowsOf = async (name: string) => (await openRowStorage<{ id: string }>(name)).list();

/** Everything a reader of the device's database sees, bytes included. */
const bytesOf = async (name: string): Promise<string> =>
  JSON.stringify(await rowsOf(name), (_, value) =>
    Object.prototype.toString.call(value) === '[object ArrayBuffer]'
      ? Buffer.from(new Uint8Array(value)).toString('latin1')
      : value,
  );

test('entries are read again in their order by another page, and nothing of them by others', async () => {
  const name = freshName();
  const first = await openSealedStorage(name);
  for (const id of ['z', 'm']) await first.add(entry(id));
  expect(await (await openSealedStorage(name)).list()).toEqual([entry('z'), entry('m')]);
  const bytes = await bytesOf(name);
  for (const text of ['Jo Rivera', 'save-support', '2026', 'Melbourne']) expect(bytes).not.toContain(text);
});

test('an updated entry keeps its place and is sealed, and a removed one is gone', async () => {
  const name = freshName();
  const storage = await openSealedStorage(name);
  for (const id of ['one', 'two']) await storage.add(entry(id));
  const rejected = { ...entry('one'), rejection: 'No.' };
  await storage.update(rejected);
  expect(await storage.list()).toEqual([rejected, entry('two')]);
  expect(await bytesOf(name)).not.toContain('Jo Rivera');
  await storage.remove('one');
  expect(await storage.list()).toEqual([entry('two')]);
  await expect(storage.add(entry('two'))).rejects.toThrow();
});

test('entries that an earlier release stored are sealed in place, and none is lost', async () => {
  const name = freshName();
  const earlier = await openRowStorage<OutboxEntry>(name);
  for (const id of ['one', 'two']) await earlier.add(entry(id));
  const storage = await openSealedStorage(name);
  expect(await storage.list()).toEqual([entry('one'), entry('two')]);
  expect(await bytesOf(name)).not.toContain('Jo Rivera');
  // An open tab of that release stores another one and removes one that it had sent.
  await earlier.add(entry('three'));
  await earlier.remove('one');
  expect(await storage.list()).toEqual([entry('two'), entry('three')]);
});

test('an entry of an earlier release that a full disk keeps from being sealed stays, and new ones are stored', async () => {
  const name = freshName();
  await (await openRowStorage<OutboxEntry>(name)).add(entry('one'));
  const full = jest.spyOn(IDBCursor.prototype, 'update').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const storage = await openSealedStorage(name);
  full.mockRestore();
  await storage.add(entry('two'));
  expect(await storage.list()).toEqual([entry('one'), entry('two')]);
});

test('an earlier release finds no entry of any account in what is sealed', async () => {
  const name = freshName();
  await (await openSealedStorage(name)).add(entry('one'));
  const rows = (await rowsOf(name)) as Partial<OutboxEntry>[];
  expect(rows.filter(({ account }) => account === 'a' || account === null)).toEqual([]);
});

test('two pages that open at once have the same key, and no script can read it', async () => {
  const name = freshName();
  const [first, second] = await Promise.all([openSealedStorage(name), openSealedStorage(name)]);
  await first.add(entry('one'));
  await second.add(entry('two'));
  expect(await first.list()).toEqual(await second.list());
  const keys = (await rowsOf(name)).flatMap((row) => ('key' in row ? [row.key as CryptoKey] : []));
  expect(keys.map(({ extractable }) => extractable)).toEqual([false]);
});

test('what was sealed by a key that is gone says nothing to anyone, and new entries are read', async () => {
  const name = freshName();
  await (await openSealedStorage(name)).add(entry('one'));
  await (await openRowStorage<OutboxEntry>(name)).remove('key');
  const storage = await openSealedStorage(name);
  await storage.add(entry('two'));
  expect(await storage.list()).toEqual([entry('two')]);
});

test('a page over plain HTTP, which has no cryptography, still loses no entry', async () => {
  const name = freshName();
  const { subtle } = crypto;
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  const plain = await openSealedStorage(name);
  await plain.add(entry('one'));
  Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  expect(await (await openSealedStorage(name)).list()).toEqual([entry('one')]);
  expect(await bytesOf(name)).not.toContain('Jo Rivera');
});

test('a value sealed for one id cannot be opened under another', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const sealed = await seal(key, 'one', { mood: true });
  expect(await unseal(key, sealed)).toEqual({ mood: true });
  await expect(unseal(key, { ...sealed, id: 'two' })).rejects.toThrow();
});
