import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { createDraftStorage } from './draft.ts';
import { createMemoryStorage, type OutboxEntry } from './outbox-storage.ts';
import { openRowStorage } from './row-storage.ts';

test('a draft is there after a reload, as it was written last', async () => {
  const storage = await openRowStorage<OutboxEntry>('drafts');
  const drafts = createDraftStorage(storage);
  void drafts.write('a', { step: 'sleep' });
  await drafts.write('a', { step: 'mood' });
  await drafts.write('a', { step: 'active' });
  expect(await createDraftStorage(storage).read('a')).toEqual({ step: 'active' });
  expect(await storage.list()).toHaveLength(1);
});

test('a draft is never another participant’s', async () => {
  const drafts = createDraftStorage(createMemoryStorage());
  await drafts.write('a', { step: 'mood' });
  expect(await drafts.read('b')).toBeNull();
});

test('a removed draft is gone', async () => {
  const storage = createMemoryStorage();
  const drafts = createDraftStorage(storage);
  await drafts.write('a', { step: 'mood' });
  await drafts.write('a', null);
  expect(await drafts.read('a')).toBeNull();
  expect(await storage.list()).toEqual([]);
});

test('a storage that fails loses the draft and nothing else', async () => {
  const storage = { ...createMemoryStorage(), add: () => Promise.reject(new Error('The disk is full.')) };
  const drafts = createDraftStorage(storage);
  await drafts.write('a', { step: 'mood' });
  expect(await drafts.read('a')).toBeNull();
});
