import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { openRowStorage } from '@stepwise/shared-contracts/client/row-storage';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { buildAllData, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createSnapshot, type KeptState } from './snapshot.ts';

const HOUR = 3_600_000;
const stateOf = (firstName: string): KeptState => ({
  ...EMPTY_STATE,
  ...buildAllData({ user: buildUser({ firstName }) }),
});

let names = 0;
function setUp() {
  const name = `snapshot-${++names}`;
  const clock = { now: Date.parse('2026-11-20T09:00:00Z') };
  /** Another page of the same device. */
  const open = () => createSnapshot({ open: () => openRowStorage(name), now: () => clock.now });
  const rows = async () => (await openRowStorage<{ id: string }>(name)).list();
  return { clock, open, rows, until: clock.now + HOUR };
}

test('another page reads what was kept last', async () => {
  const { open, until } = setUp();
  const snapshot = open();
  await Promise.all(['Alex', 'Sam', 'Kim'].map((name) => snapshot.keep(stateOf(name), until)));
  expect(await open().read()).toEqual(stateOf('Kim'));
});

test('a snapshot’s bytes say nothing to a reader of the database', async () => {
  const { open, rows, until } = setUp();
  await open().keep(stateOf('Alexandra'), until);
  const [row] = (await rows()).flatMap((row) => ('sealed' in row ? [row.sealed as ArrayBuffer] : []));
  const bytes = Buffer.from(new Uint8Array(row as ArrayBuffer));
  expect(bytes.length).toBeGreaterThan(100);
  expect(bytes.includes('Alexandra')).toBe(false);
  expect(JSON.stringify(await rows())).not.toContain('Alexandra');
});

test('after its time there is neither the snapshot nor the key that opens it', async () => {
  const { clock, open, rows, until } = setUp();
  await open().keep(stateOf('Alex'), until);
  clock.now = until - 1;
  expect(await open().read()).not.toBeNull();
  clock.now = until;
  expect(await open().read()).toBeNull();
  expect(await rows()).toEqual([]);
});

test('a snapshot’s end moves forward only', async () => {
  const { clock, open, until } = setUp();
  const snapshot = open();
  await snapshot.keep(stateOf('Alex'), until);
  await snapshot.keep(stateOf('Sam'), until - HOUR / 2);
  clock.now = until - 1;
  expect(await open().read()).toEqual(stateOf('Sam'));
  await snapshot.keep(stateOf('Sam'), until + HOUR);
  clock.now = until + 1;
  expect(await open().read()).not.toBeNull();
});

test('a clock that is set back wins no time', async () => {
  const { clock, open, until } = setUp();
  await open().keep(stateOf('Alex'), until);
  clock.now = until - HOUR / 2;
  await open().read();
  clock.now -= 3 * HOUR;
  expect(await open().read()).not.toBeNull();
  clock.now -= HOUR;
  await open().keep(stateOf('Alex'), clock.now + 1);
  clock.now += HOUR / 2 - 1;
  expect(await open().read()).not.toBeNull();
  clock.now += 1;
  expect(await open().read()).toBeNull();
});

test('nothing is kept once it was erased, whatever was under way', async () => {
  const { open, rows, until } = setUp();
  const snapshot = open();
  void snapshot.keep(stateOf('Alex'), until);
  await snapshot.erase();
  expect(await snapshot.read()).toBeNull();
  expect(await rows()).toEqual([]);
});

test('a browser without storage keeps nothing', async () => {
  const snapshot = createSnapshot({ open: () => Promise.reject(new Error('No storage.')), now: Date.now });
  await snapshot.keep(stateOf('Alex'), Date.now() + HOUR);
  expect(await snapshot.read()).toBeNull();
  await snapshot.erase();
});
