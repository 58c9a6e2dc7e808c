import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { loadSnapshot } from './load-snapshot.ts';

const HOUR = 3_600_000;

test('a device without a snapshot opens no storage to read or erase one, and one page erases what another kept', async () => {
  const isThere = async () => (await indexedDB.databases()).some(({ name }) => name === 'snapshot');
  expect(await loadSnapshot().read()).toBeNull();
  await loadSnapshot().erase();
  expect(await isThere()).toBe(false);

  const kept = { ...EMPTY_STATE, ...buildAllData() };
  const snapshot = loadSnapshot();
  await snapshot.keep(kept, Date.now() + HOUR);
  expect(await isThere()).toBe(true);
  expect(await snapshot.read()).toEqual(kept);
  expect(await loadSnapshot().read()).toEqual(kept);
  await loadSnapshot().erase();
  expect(await loadSnapshot().read()).toBeNull();
});
