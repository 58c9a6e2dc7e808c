import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import {
  canaryRelease,
  liveRelease,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { flipCanary, flipTo } from '@stepwise/tooling/release/flip';
import { changeRegistry, readHistory, readRegistry } from '@stepwise/tooling/release/registry-store';
import { cleanUp } from '../../platform/database/clean-up.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { countReleaseReports } from './count-release-reports.ts';
import { withdrawCanary } from './withdraw-canary.command.ts';

const DAY_MS = 24 * 3_600_000;
const releasesDir = mkdtempSync(join(tmpdir(), 'releases-'));
const unwritable = mkdtempSync(join(tmpdir(), 'releases-'));
afterAll(() => {
  for (const folder of [releasesDir, unwritable]) rmSync(folder, { recursive: true });
});
const lines: string[] = [];
const api = await createTestApi({ config: { releasesDir }, log: (line) => lines.push(line) });
const origin = { who: 'team', at: new Date('2026-03-10T00:00:00Z') };

const release = (version: string): Release => ({
  url: `/features/mf-plan/${version}/remoteEntry.js`,
  metadata: { integrity: 'sha384-x', version },
  extras: { assets: [], load: [], contract: '^0.1.0' },
});
const make = async (version: string, traffic = 100) => {
  const registry = await readRegistry(releasesDir);
  const flip =
    traffic === 100
      ? flipTo(registry, 'mf-plan', release(version))
      : flipCanary(registry, 'mf-plan', release(version), traffic);
  await changeRegistry(releasesDir, registry.revision, flip, origin);
};
const withdrawals = async () =>
  (await readHistory(releasesDir)).filter(({ action }) => action === 'withdrawn');
const canary = async () => canaryRelease(await readRegistry(releasesDir), 'mf-plan')?.metadata.version;
const failing = (version: string): ReleaseReport => ({
  feature: 'mf-plan',
  version,
  outcome: 'failed-to-render',
});
const report = async (version: string, visitor?: Visitor) =>
  (visitor ?? (await api.visit())).send(releaseReport, failing(version));

let round = 0;
beforeEach(async () => {
  round += 1;
  lines.length = 0;
  await api.query('delete from release_report');
  await make(`${round}.0.0`);
  await make(`${round}.1.0`, 10);
});
const live = () => `${round}.0.0`;
const tried = () => `${round}.1.0`;

test('a session counts once a release, and what is kept names nobody', async () => {
  const participant = await api.logIn();
  await report(live(), participant);
  await report(live(), participant);
  await report(live());
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([
    { feature: 'mf-plan', version: live(), outcome: 'failed-to-render', sessions: 2 },
  ]);
  const rows = await api.query('select reporter from release_report');
  const sessions = await api.query('select key_hash from session');
  for (const { reporter } of rows) expect(sessions.map(({ key_hash }) => key_hash)).not.toContain(reporter);
});

test.each([
  ['an unknown version', { feature: 'mf-plan', version: '0.0.0' }],
  ['an unknown feature', { feature: 'mf-none', version: '1.0.0' }],
  ['a name that every object has', { feature: 'constructor', version: 'name' }],
])('%s is refused and leaves nothing', async (_, named) => {
  const visitor = await api.visit();
  await expect(visitor.send(releaseReport, { ...failing(''), ...named })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([]);
});

test.each([
  [{}],
  [{ feature: 'mf-plan', version: '1.0.0', outcome: 'the email is a@example.org' }],
  [{ feature: 'mf-plan', version: 'v'.repeat(65), outcome: 'failed-to-load' }],
])('%j is a bad request', async (body) => {
  const visitor = await api.visit();
  expect((await visitor.request(releaseReport.path, { body })).status).toBe(400);
});

test('reports need the token of their session, and are limited', async () => {
  const visitor = await api.visit();
  const answer = await visitor.request(releaseReport.path, {
    body: failing(live()),
    headers: { 'x-csrftoken': 'wrong' },
  });
  expect(answer.status).toBe(403);
  let status = 204;
  for (let tries = 0; tries < 101 && status === 204; tries += 1)
    status = (await visitor.request(releaseReport.path, { body: failing(live()) })).status;
  expect(status).toBe(429);
  await api.query('delete from rate_limit');
});

test('a canary that fails in three sessions is taken back, and the history says why', async () => {
  const visitor = await api.visit();
  await report(tried(), visitor);
  await report(tried(), visitor);
  await report(tried());
  expect(await canary()).toBe(tried());
  const before = (await withdrawals()).length;
  await report(tried());
  expect(await canary()).toBeUndefined();
  expect(liveRelease(await readRegistry(releasesDir), 'mf-plan')?.metadata.version).toBe(live());
  const found = await withdrawals();
  expect(found).toHaveLength(before + 1);
  expect(found.at(-1)).toMatchObject({
    who: 'api',
    from: tried(),
    to: live(),
    reason: 'It failed in 3 sessions.',
  });
  expect(logged()).toMatchObject([
    { level: 40, feature: 'mf-plan', version: tried(), msg: 'a canary was taken back' },
  ]);
});

test('failures of long ago do not count, and go in time', async () => {
  await report(tried());
  await report(tried());
  api.clock.advance(61 * 60_000);
  await report(tried());
  expect(await canary()).toBe(tried());
  api.clock.advance(30 * DAY_MS);
  await cleanUp(api.orm, api.clock.now());
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([]);
});

test('a release that everybody gets stays, however often it fails', async () => {
  for (let times = 0; times < 5; times += 1) await report(live());
  expect(liveRelease(await readRegistry(releasesDir), 'mf-plan')?.metadata.version).toBe(live());
  expect(await canary()).toBe(tried());
  expect(await countReleaseReports(api.orm.em.fork())).toMatchObject([{ sessions: 5 }]);
});

const withdraw = (folder = releasesDir) =>
  withdrawCanary({
    releasesDir: folder,
    feature: 'mf-plan',
    version: tried(),
    reason: 'It failed.',
    at: origin.at,
    log: api.log,
  });
const logged = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

test('replicas that find a canary bad at once take it back once', async () => {
  const before = (await withdrawals()).length;
  await Promise.all(Array.from({ length: 6 }, () => withdraw()));
  expect(await withdrawals()).toHaveLength(before + 1);
  expect(logged()).toHaveLength(1);
});

test('where the server may not write, the log says so', async () => {
  cpSync(join(releasesDir, 'registry.json'), join(unwritable, 'registry.json'));
  // Stands for a folder of somebody else's: root, as whom tests may run, is refused nowhere.
  writeFileSync(join(unwritable, 'history'), '');
  await withdraw(unwritable);
  expect(logged()).toMatchObject([
    { level: 50, version: tried(), msg: expect.stringContaining('needs to write in the folder of releases') },
  ]);
});

test('a shell that fails is taken back as a feature is, and this browser alone gets another one at once', async () => {
  const of = (version: string): Release => ({
    url: `/shell/${version}/main.js`,
    metadata: { integrity: 'sha384-x', version },
    extras: { assets: [{ path: 'main.js', integrity: 'sha384-x', bytes: 1 }], load: [], contract: '^0.1.0' },
  });
  const flip = async (version: string, traffic = 100) => {
    const registry = await readRegistry(releasesDir);
    const to =
      traffic === 100
        ? flipTo(registry, SHELL, of(version))
        : flipCanary(registry, SHELL, of(version), traffic);
    await changeRegistry(releasesDir, registry.revision, to, origin);
  };
  const failingShell = (version: string): ReleaseReport => ({
    feature: SHELL,
    version,
    outcome: 'failed-to-load',
  });
  const shellOf = async ({ cookies }: Visitor) => {
    const page = await fetch(`${api.origin}/`, { headers: { cookie: cookies.header() } });
    return /data-version="([^"]+)"/.exec(await page.text())?.[1];
  };
  await flip('1.0.0');
  await flip('2.0.0');
  const [one, other] = [await api.visit(), await api.visit()];
  await one.send(releaseReport, failingShell('2.0.0'));
  expect([await shellOf(one), await shellOf(other)]).toEqual(['1.0.0', '2.0.0']);

  await flip('3.0.0', 50);
  for (let times = 0; times < 3; times += 1)
    await (await api.visit()).send(releaseReport, failingShell('3.0.0'));
  expect(canaryRelease(await readRegistry(releasesDir), SHELL)).toBeUndefined();
  expect((await withdrawals()).at(-1)).toMatchObject({ package: SHELL, from: '3.0.0', to: '2.0.0' });
});
