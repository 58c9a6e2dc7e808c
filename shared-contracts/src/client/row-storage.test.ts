import 'fake-indexeddb/auto';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { OutboxEntry } from './outbox-storage.ts';
import { openRowStorage } from './row-storage.ts';

let names = 0;
const freshName = () => `outbox-${++names}`;
const entry = (id: string): OutboxEntry => ({
  id,
  account: 'a',
  path: '/api/save-record/',
  body: { sleep: true, symptoms: [3, 1] },
  createdAt: '2026-11-20T09:00:00.000Z',
  timeZone: 'Australia/Melbourne',
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('entries outlive the page that added them, in their order', async () => {
  const name = freshName();
  const first = await openRowStorage<OutboxEntry>(name);
  for (const id of ['z', 'm', 'a']) await first.add(entry(id));
  const second = await openRowStorage<OutboxEntry>(name);
  expect(await second.list()).toEqual([entry('z'), entry('m'), entry('a')]);
});

test('an entry is removed by its id; removing it twice or an unknown one is harmless', async () => {
  const storage = await openRowStorage<OutboxEntry>(freshName());
  await storage.add(entry('one'));
  await storage.add(entry('two'));
  await storage.remove('one');
  await storage.remove('one');
  await storage.remove('unknown');
  expect(await storage.list()).toEqual([entry('two')]);
});

test('an updated entry keeps its place; updating an entry that is gone adds nothing', async () => {
  const storage = await openRowStorage<OutboxEntry>(freshName());
  await storage.add(entry('one'));
  await storage.add(entry('two'));
  const rejected = { ...entry('one'), rejection: 'A symptom is gone.' };
  await storage.update(rejected);
  await storage.update(entry('unknown'));
  expect(await storage.list()).toEqual([rejected, entry('two')]);
});

test('an entry is never stored twice', async () => {
  const storage = await openRowStorage<OutboxEntry>(freshName());
  await storage.add(entry('one'));
  await expect(storage.add(entry('one'))).rejects.toThrow();
  expect(await storage.list()).toHaveLength(1);
});

test('a change is acknowledged once the disk has it', async () => {
  const storage = await openRowStorage<OutboxEntry>(freshName());
  const begin = jest.spyOn(IDBDatabase.prototype, 'transaction');
  await storage.add(entry('one'));
  await storage.update(entry('one'));
  await storage.remove('one');
  expect(begin.mock.calls.map(([, mode, options]) => [mode, options])).toEqual(
    Array(3).fill(['readwrite', { durability: 'strict' }]),
  );
});

test('a connection that the browser cut is opened again', async () => {
  const storage = await openRowStorage<OutboxEntry>(freshName());
  await storage.add(entry('one'));
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection was closed.', 'InvalidStateError');
  });
  await storage.add(entry('two'));
  expect(await storage.list()).toEqual([entry('one'), entry('two')]);
});
