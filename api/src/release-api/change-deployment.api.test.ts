// In one file: each change is of the same package and its history.
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Registry,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import type { DeploymentOrder } from '@stepwise/shared-contracts/release/release-api';
import { createTestApi } from '../testing/create-test-api.ts';
import { buildRelease, changeTo, putLive } from '../testing/releases.ts';
import { changeDeployment, deployBuild, withdrawFailedCanary } from './change-deployment.command.ts';
import { countUse, type Noted } from './count-use.ts';
import { publishRelease } from './publish-release.command.ts';
import { readHistory, readRegistry } from './read-registry.ts';
import { readStatus, readUse } from './read-use.ts';

const api = await createTestApi();
const em = () => api.orm.em.fork();
const origin = { by: 'team', at: new Date('2026-11-21T00:00:00Z') };
const WHY = 'The trial is small.';
const read = () => readRegistry(em());
const history = async (name = 'mf-plan') =>
  (await readHistory(em(), name)).map(({ action, from, to, traffic }) => [action, from, to, traffic]);

const versionsIn = (registry: Registry, name = 'mf-plan') =>
  [liveRelease, canaryRelease, lastGoodRelease].map((pick) => pick(registry, name)?.metadata.version);
const versions = async (name?: string) => versionsIn(await read(), name);

async function order(
  name: string,
  given: Omit<DeploymentOrder, 'revision'> & { revision?: number },
  isOperator = true,
) {
  const revision = given.revision ?? (await read()).revision;
  await changeDeployment(
    em(),
    name,
    { ...given, revision },
    { ...origin, calls: [], attestationKeys: [], rights: { isOperator, mayBegin: isOperator } },
  );
}
const goTo = (name: string, version: string, revision?: number) =>
  order(name, { action: 'to', version, ...(revision !== undefined && { revision }) });

beforeEach(async () => {
  await api.queryAsOwner('truncate release, release_file, release_change');
  await putLive(api, buildRelease(SHELL, '1.0.0'));
  for (const name of ['mf-plan', 'mf-tracker', 'mf-survey'])
    for (const version of ['1.0.0', '2.0.0', '3.0.0', '4.0.0', '5.0.0']) {
      const { release, files } = buildRelease(name, version);
      await publishRelease(em(), name, { release, files }, origin);
    }
});

test('a package has its live release, the last good one and at times a canary', async () => {
  await goTo('mf-plan', '1.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await goTo('mf-plan', '2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);

  await order('mf-plan', { action: 'canary', version: '3.0.0', traffic: 10 });
  expect(await versions()).toEqual(['2.0.0', '3.0.0', '1.0.0']);
  expect((await read()).microFrontends['mf-plan']?.map(({ deployment }) => deployment)).toEqual([
    { traffic: 90, default: true },
    { traffic: 10, default: false },
    { traffic: 0, default: false, attested: true },
  ]);
  await order('mf-plan', { action: 'promote', reason: WHY });
  expect(await versions()).toEqual(['3.0.0', undefined, '2.0.0']);
  expect(await history()).toEqual([
    ['to', null, '1.0.0', 100],
    ['to', '1.0.0', '2.0.0', 100],
    ['canary', '2.0.0', '3.0.0', 10],
    ['promote', '2.0.0', '3.0.0', 100],
  ]);
});

test('going to a release that was live before does not make the one left the last good one', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await goTo('mf-plan', version);
  await goTo('mf-plan', '2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await goTo('mf-plan', '1.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await expect(order('mf-plan', { action: 'rollback' })).rejects.toThrow('no release before');
  await goTo('mf-plan', '4.0.0');
  expect(await versions()).toEqual(['4.0.0', undefined, '1.0.0']);
});

test('rolling back does not return to a release that was left by going to an earlier one', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0', '4.0.0']) await goTo('mf-plan', version);
  await goTo('mf-plan', '2.0.0');
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await expect(order('mf-plan', { action: 'rollback' })).rejects.toThrow('no release before');
});

test('rolling back takes the canary back first, then goes to the release before, and the one before that', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await goTo('mf-plan', version);
  await order('mf-plan', { action: 'canary', version: '4.0.0', traffic: 10 });
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['3.0.0', undefined, '2.0.0']);
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await expect(order('mf-plan', { action: 'rollback' })).rejects.toThrow('no release before');
  expect((await history()).slice(4)).toEqual([
    ['rollback', '4.0.0', '3.0.0', 100],
    ['rollback', '3.0.0', '2.0.0', 100],
    ['rollback', '2.0.0', '1.0.0', 100],
  ]);
});

test('a recall makes the release before live, and names the recalled one', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await goTo('mf-plan', version);
  await order('mf-plan', { action: 'recall' });
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  for (const action of ['release', 'canary'] as const)
    await expect(order('mf-plan', { action, version: '3.0.0', traffic: 10 })).rejects.toThrow(
      'mf-plan 3.0.0 was recalled',
    );
  // Another feature has a release of the same version.
  await goTo('mf-tracker', '3.0.0');
  await goTo('mf-plan', '4.0.0');
  expect((await read()).recalled).toEqual({ 'mf-plan': ['3.0.0'] });
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await goTo('mf-plan', '3.0.0');
  expect((await read()).recalled).toEqual({});
});

test('a recall passes a release before that does not fit the live shell', async () => {
  for (const [version, react] of [
    ['11.0.0', '^20.0.0'],
    ['12.0.0', '^19.0.0'],
    ['13.0.0', '^20.0.0'],
  ] as const)
    await putLive(api, buildRelease('mf-plan', version, { requires: { react } }));
  await putLive(api, buildRelease(SHELL, '2.0.0', { provides: { react: '20.0.0' } }));
  await order('mf-plan', { action: 'recall' });
  expect(await versions()).toEqual(['11.0.0', undefined, undefined]);
  expect((await read()).recalled).toEqual({ 'mf-plan': ['13.0.0'] });
});

test('a canary ends also where the live release fits the shell no more, and no other change is made then', async () => {
  await putLive(api, buildRelease('mf-plan', '11.0.0', { requires: { react: '^19.0.0' } }));
  await order('mf-plan', { action: 'canary', version: '2.0.0', traffic: 10 });
  await putLive(api, buildRelease(SHELL, '2.0.0', { provides: { react: '20.0.0' } }));
  await expect(goTo('mf-plan', '11.0.0')).rejects.toMatchObject({ code: 'unprocessable' });
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['11.0.0', undefined, undefined]);
});

test('a recall of a canary leaves no recalled release in the place of the last good one', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await goTo('mf-plan', version);
  await order('mf-plan', { action: 'canary', version: '2.0.0', traffic: 10 });
  expect(await versions()).toEqual(['3.0.0', '2.0.0', '2.0.0']);
  await order('mf-plan', { action: 'recall' });
  expect(await versions()).toEqual(['3.0.0', undefined, '1.0.0']);
  expect((await read()).recalled).toEqual({ 'mf-plan': ['2.0.0'] });
});

test('the last good release is never the live one', async () => {
  await goTo('mf-plan', '1.0.0');
  await goTo('mf-plan', '2.0.0');
  await order('mf-plan', { action: 'canary', version: '1.0.0', traffic: 10 });
  await order('mf-plan', { action: 'promote', reason: WHY });
  expect(await versions()).toEqual(['1.0.0', undefined, '2.0.0']);
  await goTo('mf-plan', '1.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, '2.0.0']);
  // Releasing what is live ends a canary, and no more.
  await order('mf-plan', { action: 'canary', version: '3.0.0', traffic: 10 });
  await order('mf-plan', { action: 'release', version: '1.0.0' });
  expect(await versions()).toEqual(['1.0.0', undefined, '2.0.0']);
  await order('mf-plan', { action: 'rollback' });
  expect(await versions()).toEqual(['2.0.0', undefined, undefined]);
});

test.each([0, 51, 2.5, Number.NaN])('no canary takes %d per cent', async (traffic) => {
  await goTo('mf-plan', '1.0.0');
  await expect(order('mf-plan', { action: 'canary', version: '2.0.0', traffic })).rejects.toThrow('1 to 50');
});

test('a retired feature is in no registry and can go live again; the shell cannot be retired', async () => {
  await goTo('mf-plan', '1.0.0');
  await order('mf-plan', { action: 'retire' });
  expect(Object.keys((await read()).microFrontends)).toEqual([SHELL]);
  expect((await history()).at(-1)).toEqual(['retire', '1.0.0', null, 100]);
  for (const action of ['retire', 'recall'] as const)
    await expect(order('mf-plan', { action })).rejects.toThrow('not live');
  await expect(order(SHELL, { action: 'retire' })).rejects.toThrow('cannot be retired');
  await expect(order(SHELL, { action: 'recall' })).rejects.toThrow('no shell before');
  // Its team may bring back what was live, and begins with nothing else.
  await expect(order('mf-plan', { action: 'to', version: '2.0.0' }, false)).rejects.toMatchObject({
    code: 'not-allowed',
  });
  await order('mf-plan', { action: 'to', version: '1.0.0' }, false);
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
});

test('the first release of a package may render participants’ pages, and one after its end only with a check', async () => {
  const attested = async () => liveRelease(await read(), 'mf-plan')?.deployment?.attested ?? false;
  await goTo('mf-plan', '1.0.0');
  expect(await attested()).toBe(true);
  await order('mf-plan', { action: 'retire' });
  await goTo('mf-plan', '2.0.0');
  expect(await attested()).toBe(false);
});

test('a package that has changed since is not changed; another package does not stand in the way', async () => {
  await goTo('mf-plan', '1.0.0');
  const { revision } = await read();
  await goTo('mf-tracker', '1.0.0');
  await goTo('mf-plan', '2.0.0', revision);
  await expect(goTo('mf-plan', '3.0.0', revision)).rejects.toMatchObject({ code: 'conflict' });
  await expect(goTo('mf-plan', '3.0.0', revision + 50)).rejects.toMatchObject({ code: 'conflict' });
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
});

test('a feature’s change relies on the shell, and the shell’s on every feature', async () => {
  const { revision } = await read();
  await goTo('mf-plan', '1.0.0');
  const { release, files } = buildRelease(SHELL, '2.0.0');
  await publishRelease(em(), SHELL, { release, files }, origin);
  await expect(goTo(SHELL, '2.0.0', revision)).rejects.toThrow('mf-plan was released');
  await goTo(SHELL, '2.0.0');
  await expect(goTo('mf-tracker', '1.0.0', revision)).rejects.toThrow('shell was released');
});

test('of changes of one package at once one is made, and teams that release at once lose nothing', async () => {
  const { revision } = await read();
  const same = await Promise.allSettled(
    ['1.0.0', '2.0.0', '3.0.0'].map((version) => goTo('mf-plan', version, revision)),
  );
  expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

  const names = ['mf-tracker', 'mf-survey'];
  const rounds = ['1.0.0', '2.0.0', '3.0.0', '4.0.0', '5.0.0'];
  await Promise.all(
    names.map(async (name) => {
      for (const version of rounds) await goTo(name, version);
    }),
  );
  for (const name of names) {
    expect((await history(name)).map(([, , to]) => to)).toEqual(rounds);
    expect(await versions(name)).toEqual(['5.0.0', undefined, '4.0.0']);
  }
  const rows = await api.query('select revision from release_change order by revision');
  expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, index) => index + 1));
});

test('building again undoes nothing that was decided about the same sources', async () => {
  const build = (version: string) => deployBuild(em(), 'mf-plan', version, origin);
  await build('1.0.0');
  await build('2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  await goTo('mf-plan', '1.0.0');
  await build('2.0.0');
  expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  await build('3.0.0');
  expect(await versions()).toEqual(['3.0.0', undefined, '1.0.0']);
  await build('2.0.0');
  expect(await versions()).toEqual(['2.0.0', undefined, '3.0.0']);
  await order('mf-plan', { action: 'canary', version: '4.0.0', traffic: 10 });
  await build('4.0.0');
  expect(await versions()).toEqual(['2.0.0', '4.0.0', '3.0.0']);
  await order('mf-plan', { action: 'retire' });
  await build('4.0.0');
  expect(await versions()).toEqual([undefined, undefined, undefined]);
  await build('5.0.0');
  await order('mf-plan', { action: 'recall' });
  await publishRelease(em(), 'mf-plan', buildRelease('mf-plan', '6.0.0'), origin);
  await build('6.0.0');
  await build('5.0.0');
  expect((await history()).at(-1)).toEqual(['build', null, '6.0.0', 100]);
});

test('replicas that find a canary bad at once take it back once', async () => {
  await goTo('mf-plan', '1.0.0');
  await order('mf-plan', { action: 'canary', version: '2.0.0', traffic: 10 });
  const withdraw = () => withdrawFailedCanary(em(), 'mf-plan', '2.0.0', { ...origin, reason: 'It failed.' });
  const done = await Promise.all(Array.from({ length: 6 }, withdraw));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await readHistory(em(), 'mf-plan')).toMatchObject([
    {},
    {},
    { action: 'withdrawn', from: '2.0.0', to: '1.0.0', reason: 'It failed.' },
  ]);
  expect((await read()).recalled).toEqual({ 'mf-plan': ['2.0.0'] });
});

describe('promoting a canary', () => {
  const promote = (reason?: string, isOperator = true) =>
    order('mf-plan', { action: 'promote', ...(reason && { reason }) }, isOperator);
  const expose = (version: string, day: string, counts: Partial<Noted>) =>
    countUse(em(), [{ package: 'mf-plan', version, ...counts }], new Date(`${day}T12:00:00Z`));
  const attest = (isAttested: boolean) =>
    changeTo(api, 'mf-plan', (current) => ({ ...current, canaryAttested: isAttested }));
  beforeEach(async () => {
    await api.query('delete from release_use');
    await goTo('mf-plan', '1.0.0');
    await order('mf-plan', { action: 'canary', version: '2.0.0', traffic: 10 });
  });

  test('takes no reason once enough documents on two days had it as well as the live release', async () => {
    await expose('2.0.0', '2026-11-20', { exposures: 60 });
    await expect(promote()).rejects.toMatchObject({ code: 'unprocessable' });
    await expose('2.0.0', '2026-11-21', { exposures: 60 });
    await promote();
    expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  });

  test('says what is missing, asks for the reason, and keeps it', async () => {
    await expose('2.0.0', '2026-11-20', { exposures: 99, faults: 1, hangs: 1 });
    await expect(promote()).rejects.toMatchObject({
      message: expect.stringContaining('not enough yet'),
      issues: [
        { message: '99 of 100 exposures.' },
        { message: 'Exposures on 1 of 2 days.' },
        { message: 'It hung in 1 document.' },
        { message: expect.stringContaining('95 % bound of 1 in 99') },
      ],
    });
    expect(await versions()).toEqual(['1.0.0', '2.0.0', undefined]);
    await promote(WHY);
    expect((await readHistory(em(), 'mf-plan')).at(-1)).toMatchObject({ action: 'promote', reason: WHY });
  });

  test.each([
    ['an attested canary', true],
    ['one that nobody attested', false],
  ])('makes %s render participants’ pages, or not', async (_, canaryAttested) => {
    await changeTo(api, 'mf-plan', (current) => ({ ...current, canaryAttested }), false);
    await promote(WHY);
    expect(liveRelease(await read(), 'mf-plan')?.deployment?.attested ?? false).toBe(canaryAttested);
  });

  test('by going to it is the same', async () => {
    await expect(goTo('mf-plan', '2.0.0')).rejects.toThrow('not enough yet');
    await order('mf-plan', { action: 'to', version: '2.0.0', reason: WHY });
    expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
  });

  test('that no browser’s check attests needs the operator, as does going to a release that was never live', async () => {
    for (const given of [{ action: 'promote' }, { action: 'to', version: '2.0.0' }] as const)
      await expect(order('mf-plan', { ...given, reason: WHY }, false)).rejects.toMatchObject({
        code: 'not-allowed',
      });
    await attest(true);
    await expect(order('mf-plan', { action: 'to', version: '3.0.0' }, false)).rejects.toThrow('operator');
    await promote(WHY, false);
    expect(await versions()).toEqual(['2.0.0', undefined, '1.0.0']);
    await order('mf-plan', { action: 'to', version: '1.0.0' }, false);
    expect(await versions()).toEqual(['1.0.0', undefined, undefined]);
  });

  test('is judged beside the live release of the same days', async () => {
    await expose('1.0.0', '2026-11-01', { exposures: 100, faults: 100 });
    const ofAnother = { package: 'mf-tracker', version: '2.0.0', exposures: 100 };
    await countUse(em(), [ofAnother], new Date('2026-11-01T12:00:00Z'));
    await expose('1.0.0', '2026-11-20', { exposures: 1000, faults: 20, firstPaintMs: 900 });
    for (const day of ['2026-11-20', '2026-11-21'])
      await expose('2.0.0', day, { exposures: 500, faults: 10, failedCalls: 3 });
    expect(await readStatus(em(), 'mf-plan')).toEqual({
      live: {
        version: '1.0.0',
        use: { exposures: 1000, days: 1, faults: 20, hangs: 0, failedCalls: 0, firstPaintMs: 900 },
      },
      canary: {
        version: '2.0.0',
        use: { exposures: 1000, days: 2, faults: 20, hangs: 0, failedCalls: 6, firstPaintMs: null },
        isAttested: false,
        missing: [],
      },
    });
  });

  test('counts at once lose nothing', async () => {
    const noted = { exposures: 1, faults: 2, hangs: 3, failedCalls: 4, firstPaintMs: 100 };
    const count = () => expose('2.0.0', '2026-11-20', noted);
    await Promise.all(Array.from({ length: 20 }, count));
    expect(await readUse(em(), 'mf-plan', '2.0.0')).toEqual({
      ...{ exposures: 20, days: 1, faults: 40, hangs: 60, failedCalls: 80, firstPaintMs: 100 },
    });
    expect(await readUse(em(), 'mf-tracker', '2.0.0')).toMatchObject({ exposures: 0, firstPaintMs: null });
    // A page that was opened in the background was painted hours later.
    await expose('3.0.0', '2026-11-20', { exposures: 1, firstPaintMs: 3_600_000 });
    expect(await readUse(em(), 'mf-plan', '3.0.0')).toMatchObject({ firstPaintMs: 60_000 });
  });
});

test('the application can neither change nor remove a release, a file or a change', async () => {
  await goTo('mf-plan', '1.0.0');
  for (const [table, column] of [
    ['release', 'published_by'],
    ['release_file', 'path'],
    ['release_change', 'made_by'],
  ])
    for (const statement of [`update ${table} set ${column} = 'x'`, `delete from ${table}`])
      await expect(api.query(statement)).rejects.toMatchObject({ code: '42501' });
});
