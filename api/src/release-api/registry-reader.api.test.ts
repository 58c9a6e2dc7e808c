import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { IsolationLevel } from '@mikro-orm/core';
import { liveRelease } from '@stepwise/shared-contracts/federation/registry';
import { entities } from '../modules.ts';
import { openOrm } from '../platform/database/orm.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { buildRelease, changeTo, putLive } from '../testing/releases.ts';
import { deploy } from './deployment.ts';
import { readRegistry } from './read-registry.ts';
import { openRegistryReader } from './registry-reader.ts';

const api = await createTestApi();
for (const version of ['1.0.0', '2.0.0']) await putLive(api, buildRelease('mf-plan', version));

const faults: string[] = [];
const readable: boolean[] = [];
const HOUR_MS = 3_600_000;
const open = (options: Partial<Parameters<typeof openRegistryReader>[0]> = {}) =>
  openRegistryReader({
    databaseUrl: api.databaseUrl,
    em: () => api.orm.em.fork(),
    log: { error: (_: unknown, message?: string) => void faults.push(message ?? '') },
    onRead: (isReadable) => void readable.push(isReadable),
    refetchMs: HOUR_MS,
    ...options,
  });
const reader = open({ reconnectMs: 1 });
afterAll(reader.close);

const live = async ({ read } = reader) => liveRelease(await read(), 'mf-plan')?.metadata.version;
const goTo = (version: string) => changeTo(api, 'mf-plan', (current) => deploy(current, version));
/** Fails by the test's time limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setImmediate();
}
/** The connections that listen, but for the test API's own. */
const listening = async (): Promise<number[]> =>
  (
    await api.query(
      `select pid from pg_stat_activity where datname = current_database() and query = 'listen release_change' order by backend_start`,
    )
  ).map(({ pid }) => pid);

test('each of several followers is called with what is known and with each change', async () => {
  const versions: [string[], string[]] = [[], []];
  await reader.read();
  for (const seen of versions)
    reader.follow((registry) => seen.push(liveRelease(registry, 'mf-plan')?.metadata.version ?? ''));
  for (const seen of versions) expect(seen).toEqual(['2.0.0']);
  await goTo('1.0.0');
  for (const seen of versions) await until(async () => seen.at(-1) === '1.0.0');
  await goTo('2.0.0');
  for (const seen of versions) await until(async () => seen.at(-1) === '2.0.0');
});

test('a change is heard of by every replica at once', async () => {
  const other = open();
  await until(async () => (await listening()).length === 3);
  for (const version of ['1.0.0', '2.0.0']) {
    await goTo(version);
    for (const replica of [reader, other]) await until(async () => (await live(replica)) === version);
  }
  await other.close();
});

test('closing waits for pending reads, so that the ORM can be closed after it', async () => {
  const orm = await openOrm(api.databaseUrl, entities);
  const other = open({ em: () => orm.em.fork() });
  const pending = other.refetch();
  await other.close();
  await orm.close();
  await pending;
  expect(other.revision()).toEqual(expect.any(Number));
});

test('a read that began before a change and ends after it does not bring back what was live', async () => {
  const before = api.orm.em.fork();
  await before.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ });
  await readRegistry(before);
  let now = api.orm.em.fork();
  const other = open({ em: () => now });
  await goTo('1.0.0');
  await other.refetch();
  now = before;
  await other.refetch();
  const found = await live(other);
  await other.close();
  await before.rollback();
  await goTo('2.0.0');
  expect(found).toBe('1.0.0');
});

test('a known registry is given without asking the database', async () => {
  expect(await reader.read()).toBe(await reader.read());
});

test('a connection that was dropped is opened again, and brings what was changed meanwhile', async () => {
  await until(async () => (await listening()).length === 2);
  const before = await listening();
  for (const pid of before) await api.query('select pg_terminate_backend($1, 10000)', [pid]);
  await goTo('1.0.0');
  await until(async () => (await live()) === '1.0.0');
  await until(async () => (await listening()).some((pid) => !before.includes(pid)));
  await goTo('2.0.0');
  await until(async () => (await live()) === '2.0.0');
});

test('a change whose notification is lost is seen by the next read', async () => {
  await api.queryAsOwner('alter table release_change disable trigger release_change_notified');
  const regular = open({ refetchMs: 5 });
  expect(await live(regular)).toBe('2.0.0');
  await goTo('1.0.0');
  await until(async () => (await live(regular)) === '1.0.0');
  expect(await live()).toBe('2.0.0');
  await regular.close();
  await api.queryAsOwner('alter table release_change enable trigger release_change_notified');
  await reader.refetch();
});

test('a registry that cannot be read any more leaves what was live in place, and is logged once', async () => {
  const before = await reader.read();
  readable.length = 0;
  await api.queryAsOwner('alter table release_change rename to moved');
  await reader.refetch();
  await reader.refetch();
  expect(await reader.read()).toBe(before);
  expect(faults).toEqual(['the registry cannot be read; people get what was live before']);
  const fresh = open();
  await expect(fresh.read()).rejects.toMatchObject({ code: 'unavailable' });
  await fresh.close();
  await api.queryAsOwner('alter table moved rename to release_change');
  await reader.refetch();
  // A read at an interval may have come before.
  expect(readable).toContain(false);
  expect(readable.at(-1)).toBe(true);
  expect(await live()).toBe('1.0.0');
});
