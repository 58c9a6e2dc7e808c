import { beforeEach, expect, test } from '@jest/globals';
import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { canaryRelease, liveRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { countReleaseReports } from '../../release-api/count-release-reports.ts';
import { countUse } from '../../release-api/count-use.ts';
import { findOpenPages, noteOpenPage } from '../../release-api/open-pages.ts';
import { readFaults } from '../../release-api/read-faults.ts';
import { readHistory, readRegistry } from '../../release-api/read-registry.ts';
import { readUse } from '../../release-api/read-use.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

const DAY_MS = 24 * 3_600_000;
const lines: string[] = [];
const api = await createTestApi({ log: (line) => lines.push(line) });

const read = () => readRegistry(api.orm.em.fork());
const withdrawals = async (name = 'mf-plan') =>
  (await readHistory(api.orm.em.fork(), name)).filter(({ action }) => action === 'withdrawn');
const canary = async () => canaryRelease(await read(), 'mf-plan')?.metadata.version;
const failing = (version: string): ReleaseReport => ({
  feature: 'mf-plan',
  version,
  outcome: 'failed-to-render',
});
/** A visitor who is given a release: the live one, or the canary of a share of the visitors. */
async function visitorWith(version: string): Promise<Visitor> {
  for (;;) {
    const visitor = await api.visit();
    const page = await fetch(`${api.origin}/`, { headers: { cookie: visitor.cookies.header() } });
    const [, boot = ''] = /id="boot">(.*?)<\/script>/s.exec(await page.text()) ?? [];
    const { features } = bootDataSchema.parse(JSON.parse(boot));
    if (features.some((each) => each.manifest.name === 'mf-plan' && each.version === version)) return visitor;
  }
}
const report = async (
  version: string,
  visitor?: Visitor,
  outcome: ReleaseReport['outcome'] = 'failed-to-render',
) => (visitor ?? (await visitorWith(version))).send(releaseReport, { ...failing(version), outcome });
/** Documents that show a release and answer for ten seconds. */
const expose = (version: string, documents: number) =>
  countUse(api.orm.em.fork(), [{ package: 'mf-plan', version, exposures: documents }], api.clock.now());
const used = (version: string) => readUse(api.orm.em.fork(), 'mf-plan', version);

await putLive(api, buildRelease(SHELL, '0.1.0'));

let round = 0;
beforeEach(async () => {
  round += 1;
  lines.length = 0;
  await api.query('delete from release_report');
  await putLive(api, buildRelease('mf-plan', `${round}.0.0`));
  await putLive(api, buildRelease('mf-plan', `${round}.1.0`), 50);
});
const live = () => `${round}.0.0`;
const tried = () => `${round}.1.0`;

test('a session counts once per release, and reports identify no one', async () => {
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
])('%s is rejected and stores nothing', async (_, named) => {
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
  [{ feature: 'mf-plan', version: '1.0.0', outcome: 'failed-to-load', error: 'of a@example.org' }],
  [{ feature: 'mf-plan', version: '1.0.0', outcome: 'failed-to-load', frames: ['of a@example.org'] }],
  [{ feature: 'mf-plan', version: '1.0.0', outcome: 'unknown-call', call: 'GET /api/people/17/' }],
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

test('a canary that fails in three sessions is rolled back, and the history says why', async () => {
  const visitor = await visitorWith(tried());
  await report(tried(), visitor);
  await report(tried(), visitor);
  await report(tried());
  expect(await canary()).toBe(tried());
  const before = (await withdrawals()).length;
  await report(tried(), undefined, 'failed-in-use');
  expect(await canary()).toBeUndefined();
  expect(liveRelease(await read(), 'mf-plan')?.metadata.version).toBe(live());
  const found = await withdrawals();
  expect(found).toHaveLength(before + 1);
  expect(found.at(-1)).toMatchObject({
    who: 'api',
    from: tried(),
    to: live(),
    reason: 'It failed in 3 sessions, and 0 documents had it without a fault for ten seconds.',
  });
  expect(logged()).toMatchObject([
    { level: 40, feature: 'mf-plan', version: tried(), msg: 'a canary was rolled back' },
  ]);
});

test('sessions that were not given a canary cannot end it', async () => {
  for (let times = 0; times < 5; times += 1) await report(tried(), await visitorWith(live()));
  expect(await canary()).toBe(tried());
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([]);
});

test('faults in a small share of the sessions that have a canary leave it to a person', async () => {
  await expose(tried(), 70);
  for (let times = 0; times < 3; times += 1) await report(tried());
  expect(await canary()).toBe(tried());
  await report(tried());
  expect(await canary()).toBeUndefined();
});

test('a canary that nobody faults stays one until a person decides', async () => {
  await expose(tried(), 1000);
  await (await visitorWith(tried())).send(loginCheck, undefined);
  expect(await canary()).toBe(tried());
});

test('faults, hangs and failed calls are counted by document, and failed calls are no faults', async () => {
  const visitor = await visitorWith(live());
  for (const outcome of ['hung', 'hung', 'unknown-call', 'failed-call'] as const)
    await report(live(), visitor, outcome);
  await report(tried(), visitor);
  expect(await used(live())).toMatchObject({ faults: 3, hangs: 2, failedCalls: 1, exposures: 0 });
  expect(await used(tried())).toMatchObject({ faults: 1, hangs: 0 });
  expect(await countReleaseReports(api.orm.em.fork())).toMatchObject([{ outcome: 'hung', sessions: 1 }]);
});

test('a call that no server has is kept with its address', async () => {
  const visitor = await visitorWith(live());
  const outcome = 'unknown-call';
  const fault = { feature: 'mf-plan', version: live(), outcome } as const;
  await visitor.send(releaseReport, { ...fault, call: 'POST /api/no-such-call/' });
  expect(await readFaults(api.orm.em.fork(), 'mf-plan')).toMatchObject([
    { outcome, stack: ['POST /api/no-such-call/'] },
  ]);
});

test('the faults of a package are its own, the most frequent first and then the newest', async () => {
  const rows: [feature: string, version: string, outcome: string, sessions: number, at: string][] = [
    ['mf-plan', '1.0.0', 'failed-to-load', 1, '2026-03-09T00:00:00.000Z'],
    ['mf-plan', '1.0.0', 'failed-in-use', 2, '2026-03-07T00:00:00.000Z'],
    ['mf-plan', '2.0.0', 'failed-to-load', 1, '2026-03-08T00:00:00.000Z'],
    ['mf-tracker', '1.0.0', 'failed-to-load', 3, '2026-03-09T00:00:00.000Z'],
  ];
  for (const [feature, version, outcome, sessions, at] of rows)
    await api.query(
      `insert into release_report (feature, version, reporter, outcome, reported_at)
       select $1, $2, $3::text || n, $3, $4 from generate_series(1, $5) as n`,
      [feature, version, outcome, at, sessions],
    );
  const faults = await readFaults(api.orm.em.fork(), 'mf-plan');
  expect(
    faults.map(({ version, outcome, sessions, lastAt }) => [version, outcome, sessions, lastAt]),
  ).toEqual([rows[1], rows[0], rows[2]].map((row) => row?.slice(1)));
});

test('the use of a release is its days with an exposure, and the mean first paint of those that said one', async () => {
  const count = (noted: object, day: number) =>
    countUse(
      api.orm.em.fork(),
      [{ package: 'mf-plan', version: tried(), ...noted }],
      new Date(api.clock.now().getTime() + day * DAY_MS),
    );
  await count({ exposures: 1, firstPaintMs: 100 }, 0);
  await count({ exposures: 1, firstPaintMs: 300 }, 0);
  await count({ exposures: 2 }, 1);
  await count({ faults: 4, failedCalls: 1 }, 2);
  await countUse(
    api.orm.em.fork(),
    [{ package: 'mf-tracker', version: tried(), exposures: 7 }],
    api.clock.now(),
  );
  const counted = { exposures: 4, days: 2, faults: 4, hangs: 0, failedCalls: 1 };
  expect(await used(tried())).toEqual({ ...counted, firstPaintMs: 200 });
  // A page that lay in the background is no hour late.
  await count({ exposures: 1, firstPaintMs: 3_600_000 }, 1);
  expect((await used(tried())).firstPaintMs).toBe(Math.round((100 + 300 + 60_000) / 3));
});

test('the open pages of a package are those that asked within a minute, each with the release that it shows', async () => {
  const begun = api.clock.now().getTime();
  const note = (page: string, shows: Record<string, string>, ms: number) =>
    noteOpenPage(api.orm.em.fork(), { page, shows: new Map(Object.entries(shows)) }, new Date(begun + ms));
  const openAt = (ms: number) => findOpenPages(api.orm.em.fork(), 'mf-plan', new Date(begun + ms));
  await note('one', { 'mf-plan': '1.0.0', shell: '2.0.0' }, 0);
  await note('other', { 'mf-plan': '1.1.0' }, 0);
  await note('without', { 'mf-tracker': '1.0.0' }, 0);
  const other = { page: 'other', version: '1.1.0' };
  expect(await openAt(59_999)).toEqual([{ page: 'one', version: '1.0.0' }, other]);
  expect(await openAt(60_000)).toEqual([]);
  await note('one', { 'mf-plan': '2.0.0', shell: '2.0.0' }, 15_000);
  await note('other', { 'mf-plan': '1.1.0' }, 25_000);
  expect(await openAt(60_000)).toEqual([{ page: 'one', version: '2.0.0' }, other]);
});

test('failures of long ago do not count, and go in time', async () => {
  await report(tried());
  await report(tried());
  api.clock.advance(61 * 60_000);
  await report(tried());
  expect(await canary()).toBe(tried());
  api.clock.advance(30 * DAY_MS);
  await api.cleanUp();
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([]);
  expect(await used(tried())).toMatchObject({ faults: 0 });
});

test('a release that everybody gets stays, however often it fails', async () => {
  for (let times = 0; times < 5; times += 1) await report(live());
  expect(liveRelease(await read(), 'mf-plan')?.metadata.version).toBe(live());
  expect(await canary()).toBe(tried());
  expect(await countReleaseReports(api.orm.em.fork())).toMatchObject([{ sessions: 5 }]);
});

const logged = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

test('a shell that fails is rolled back as a feature is, and only this browser gets another one at once', async () => {
  const deploy = (version: string, share?: number) => putLive(api, buildRelease(SHELL, version), share);
  const failingShell = (version: string): ReleaseReport => ({
    feature: SHELL,
    version,
    outcome: 'failed-to-load',
  });
  const shellOf = async ({ cookies }: Visitor) => {
    const page = await fetch(`${api.origin}/`, { headers: { cookie: cookies.header() } });
    return /data-version="([^"]+)"/.exec(await page.text())?.[1];
  };
  await deploy('1.0.0');
  await deploy('2.0.0');
  const [one, other] = [await api.visit(), await api.visit()];
  await one.send(releaseReport, failingShell('2.0.0'));
  expect([await shellOf(one), await shellOf(other)]).toEqual(['1.0.0', '2.0.0']);

  await deploy('3.0.0', 50);
  for (let failed = 0; failed < 3; ) {
    const visitor = await api.visit();
    if ((await shellOf(visitor)) !== '3.0.0') continue;
    await visitor.send(releaseReport, failingShell('3.0.0'));
    failed += 1;
  }
  expect(canaryRelease(await read(), SHELL)).toBeUndefined();
  expect((await withdrawals(SHELL)).at(-1)).toMatchObject({ package: SHELL, from: '3.0.0', to: '2.0.0' });
});
