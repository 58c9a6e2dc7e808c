import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { canaryRelease, liveRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { cleanUp } from '../../platform/database/clean-up.ts';
import { changeDeployment } from '../../release-api/change-deployment.command.ts';
import { countReleaseReports } from '../../release-api/count-release-reports.ts';
import { withdrawCanary } from '../../release-api/deployment.ts';
import { publishRelease } from '../../release-api/publish-release.command.ts';
import { readHistory, readRegistry } from '../../release-api/read-registry.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, changeTo, putLive } from '../../testing/releases.ts';

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
const report = async (version: string, visitor?: Visitor, outcome = failing('').outcome) =>
  (visitor ?? (await visitorWith(version))).send(releaseReport, { ...failing(version), outcome });
/** Sessions whose pages start with a canary: one by a page itself. */
async function begin(version: string, sessions: number): Promise<void> {
  await api.query(
    `insert into canary_session (package, version, session, at)
     select 'mf-plan', $1, md5(random()::text), $2 from generate_series(1, $3)`,
    [version, api.clock.now(), sessions - 1],
  );
  await (await visitorWith(version)).send(loginCheck, undefined);
}

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
    reason: 'It failed in 3 of 3 sessions.',
  });
  expect(logged()).toMatchObject([
    { level: 40, feature: 'mf-plan', version: tried(), msg: 'a canary was taken back' },
  ]);
});

test('sessions that were not given a canary cannot end it', async () => {
  for (let times = 0; times < 5; times += 1) await report(tried(), await visitorWith(live()));
  expect(await canary()).toBe(tried());
  expect(await countReleaseReports(api.orm.em.fork())).toEqual([]);
});

test('faults in a small share of the sessions that have a canary leave it to a person', async () => {
  await begin(tried(), 70);
  for (let times = 0; times < 3; times += 1) await report(tried());
  expect(await canary()).toBe(tried());
  await report(tried());
  expect(await canary()).toBeUndefined();
});

describe('a release that no browser has opened', () => {
  const releaseByToken = async (version: string) => {
    const em = api.orm.em.fork();
    const { release, files } = buildRelease('mf-plan', version);
    await publishRelease(em, 'mf-plan', { release, files }, { by: 'team', at: api.clock.now() });
    const { revision } = await read();
    const order = { action: 'release', version, revision } as const;
    const origin = { by: 'team', at: api.clock.now(), calls: [], attestationKeys: [] };
    await changeDeployment(em, 'mf-plan', order, origin);
    await api.registry.refetch();
  };
  const tryOut = () => `${round}.2.0`;
  beforeEach(async () => {
    await changeTo(api, 'mf-plan', withdrawCanary);
    await releaseByToken(tryOut());
    await changeTo(api, 'mf-plan', (current) => ({ ...current, canaryShare: 100 }));
  });

  test('goes to everyone after 50 sessions without a fault', async () => {
    await begin(tryOut(), 50);
    expect(await canary()).toBe(tryOut());
    api.clock.advance(61_000);
    await begin(tryOut(), 1);
    expect(await canary()).toBeUndefined();
    expect(liveRelease(await read(), 'mf-plan')?.metadata.version).toBe(tryOut());
    expect((await readHistory(api.orm.em.fork(), 'mf-plan')).at(-1)).toMatchObject({
      who: 'api',
      action: 'promote',
      reason: '50 sessions had it without a fault.',
    });
  });

  test('stays a canary with a fault, and goes back with three', async () => {
    await begin(tryOut(), 50);
    await report(tryOut());
    api.clock.advance(61_000);
    await begin(tryOut(), 1);
    expect(await canary()).toBe(tryOut());
    for (let times = 0; times < 2; times += 1) await report(tryOut());
    expect(await canary()).toBeUndefined();
    expect(liveRelease(await read(), 'mf-plan')?.metadata.version).toBe(live());
    expect((await read()).recalled).toMatchObject({ 'mf-plan': expect.arrayContaining([tryOut()]) });
  });
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
  expect(liveRelease(await read(), 'mf-plan')?.metadata.version).toBe(live());
  expect(await canary()).toBe(tried());
  expect(await countReleaseReports(api.orm.em.fork())).toMatchObject([{ sessions: 5 }]);
});

const logged = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);

test('a shell that fails is taken back as a feature is, and this browser alone gets another one at once', async () => {
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
