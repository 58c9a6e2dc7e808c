// In one file: a release passes from publishing to roll-back over the same keys and tokens.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { attest, makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { Publication } from '@stepwise/shared-contracts/release/release-api';
import { releaseTarget } from '@stepwise/tooling/release/release-target';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import { createTestApi, TEST_SECRET } from '../testing/create-test-api.ts';
import { buildRelease, changeTo, putLive } from '../testing/releases.ts';
import { deploy as deployTo } from './deployment.ts';
import { findOpenPages, noteOpenPage } from './open-pages.ts';
import { readRegistry } from './read-registry.ts';

const keys = makeAttestationKeys();
const otherTeams = makeAttestationKeys();
const operators = makeAttestationKeys();
const tokenOf = (name: string) => ({
  package: name,
  ...(['mf-plan', 'mf-diary'].includes(name) && { key: keys.publicKey }),
  ...(name === 'mf-tracker' && { key: otherTeams.publicKey }),
  ...(name === '*' && { key: operators.publicKey }),
  hash: createHash('sha256').update(`token of ${name}`).digest('hex'),
});
const releaseTokens = ['mf-plan', 'mf-tracker', 'mf-diary', '*'].map(tokenOf);
const api = await createTestApi({ config: { releaseTokens } });
/** Another replica over the same database. */
const replica = await createTestApi({ config: { releaseTokens }, databaseUrl: api.databaseUrl });
const closed = await createTestApi();
await putLive(api, buildRelease(SHELL, '1.0.0'));

type Extras = Partial<Release['extras']>;
/** A map from the built script’s first place to a source. */
const sourceMap = gzipSync(
  JSON.stringify({ version: 3, sources: ['mf-plan/src/pages/plan.page.tsx'], names: [], mappings: 'AAWI' }),
).toString('base64');
function publication(name: string, version: string, extras?: Extras, script?: string): Publication {
  const { release, files } = buildRelease(name, version, extras, script);
  const encoded = [...files].map(([path, content]) => [path, content.toString('base64')]);
  return { release, files: Object.fromEntries(encoded) };
}
const read = () => readRegistry(api.orm.em.fork());

const ask = (
  path: string,
  {
    token = 'token of mf-plan',
    body,
    origin = api.origin,
  }: { token?: string; body?: unknown; origin?: string } = {},
) =>
  fetch(`${origin}/api/releases/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const publish = (given: Publication) => ask('mf-plan/', { body: given });
const OPERATOR = 'token of *';
const deploy = async (order: object, token = OPERATOR) =>
  ask('mf-plan/live/', { token, body: { revision: (await read()).revision, ...order } });
const deployAsTeam = (order: object) => deploy(order, 'token of mf-plan');
async function rejection(response: Response): Promise<[number, string, string]> {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; issues: { message: string }[] };
  };
  return [
    response.status,
    error.code,
    [error.message, ...error.issues.map(({ message }) => message)].join(' '),
  ];
}
const pointers = async () => {
  const registry = await read();
  return [liveRelease, canaryRelease, lastGoodRelease].map(
    (pick) => pick(registry, 'mf-plan')?.metadata.version,
  );
};
const file = (path: string) => ({ path, integrity: integrityOf(Buffer.from('x')), bytes: 1 });
const versions = async () =>
  (await api.query(`select version from release where package = 'mf-plan' order by version`)).map(
    ({ version }) => version,
  );
const served = async (version: string, { origin } = api) =>
  (await fetch(`${origin}/features/mf-plan/${version}/remoteEntry.js`)).text();

test('a team publishes, deploys, tries a canary, promotes it and goes back', async () => {
  // What was asked for too early is served once it is there.
  for (const one of [api, replica]) expect(await served('3.0.0', one)).toContain('not-found');
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    expect((await publish(publication('mf-plan', version))).status).toBe(204);
  expect(await pointers()).toEqual([undefined, undefined, undefined]);
  expect((await deploy({ action: 'release', version: '1.0.0' })).status).toBe(204);
  expect((await deploy({ action: 'to', version: '2.0.0' })).status).toBe(204);
  expect((await deploy({ action: 'canary', version: '3.0.0', traffic: 10 })).status).toBe(204);
  expect(await pointers()).toEqual(['2.0.0', '3.0.0', '1.0.0']);
  expect((await deploy({ action: 'promote', reason: 'Nobody needs to try it.' })).status).toBe(204);
  expect(await pointers()).toEqual(['3.0.0', undefined, '2.0.0']);
  expect((await deployAsTeam({ action: 'rollback' })).status).toBe(204);
  expect(await pointers()).toEqual(['2.0.0', undefined, '1.0.0']);

  for (const one of [api, replica]) expect(await served('3.0.0', one)).toBe('mf-plan 3.0.0');
  // A browser's second attempt.
  expect(await served('3.0.0/~2')).toBe('mf-plan 3.0.0');
  const looked = await ask('mf-plan/');
  expect(looked.headers.get('cache-control')).toBe('no-store');
  const { history } = (await looked.json()) as {
    history: { action: string; who: string }[];
  };
  expect(history.map(({ action }) => action)).toEqual(['release', 'to', 'canary', 'promote', 'rollback']);
  expect([history[0]?.who, history[4]?.who]).toEqual(['the operator', 'the team of mf-plan']);
});

test('a recalled release is not served any more', async () => {
  expect(await served('2.0.0')).toBe('mf-plan 2.0.0');
  expect((await deployAsTeam({ action: 'recall' })).status).toBe(204);
  expect(await pointers()).toEqual(['1.0.0', undefined, undefined]);
  await api.registry.refetch();
  expect(await served('2.0.0')).toContain('not-found');
});

test('a first release that no browser has opened waits for who can attest it', async () => {
  const name = 'mf-diary';
  const { release } = buildRelease(name, '1.0.0');
  const asTeam = { token: `token of ${name}` };
  expect((await ask(`${name}/`, { ...asTeam, body: publication(name, '1.0.0') })).status).toBe(204);
  const order = async (action: string, attestation?: string) =>
    ask(`${name}/live/`, {
      ...asTeam,
      body: {
        action,
        version: '1.0.0',
        revision: (await read()).revision,
        ...(attestation && { attestation }),
      },
    });
  for (const action of ['release', 'to']) {
    const [status, code, message] = await rejection(await order(action));
    expect([status, code]).toEqual([403, 'not-allowed']);
    expect(message).toContain('npm run release -- --check 1.0.0 mf-diary');
  }
  expect(liveRelease(await read(), name)).toBeUndefined();
  // Who opens it has what the build said of it.
  const found = await ask(`${name}/versions/1.0.0/`, { token: OPERATOR });
  expect(await found.json()).toEqual(release);
  expect((await ask(`${name}/versions/9.0.0/`, { token: OPERATOR })).status).toBe(404);
  const { integrity } = release.metadata;
  const { revision } = await read();
  const signature = attest({ name, version: '1.0.0', integrity, revision }, keys.privateKey);
  expect((await order('release', signature)).status).toBe(204);
  expect(liveRelease(await read(), name)?.metadata.version).toBe('1.0.0');
});

test.each([
  ['without a token', '', 401, 'not-logged-in'],
  ['with an unknown token', 'a guess', 401, 'not-logged-in'],
  ['with another team’s token', 'token of mf-tracker', 403, 'not-allowed'],
])('%s nothing is shown, stored or deployed', async (_, token, status, code) => {
  const before = [await pointers(), await versions()];
  for (const response of [
    await ask('mf-plan/', { token }),
    await ask('mf-plan/versions/1.0.0/', { token }),
    await ask('mf-plan/', { token, body: publication('mf-plan', '9.0.0') }),
    await ask('mf-plan/checks/', { token, body: publication('mf-plan', '9.0.0') }),
    await ask('mf-plan/live/', { token, body: { action: 'rollback', revision: 0 } }),
    await ask('mf-plan/preview/', { token, body: { version: '1.0.0', tester: 'pat@example.org' } }),
    await ask('mf-plan/status/', { token }),
    await ask('mf-plan/open-pages/', { token }),
    await ask('mf-plan/faults/', { token }),
  ])
    expect((await rejection(response)).slice(0, 2)).toEqual([status, code]);
  expect([await pointers(), await versions()]).toEqual(before);
});

test('a server without tokens has no such address', async () => {
  expect((await rejection(await ask('mf-plan/', { origin: closed.origin })))[0]).toBe(404);
  const given = { origin: closed.origin, body: publication('mf-plan', '9.0.0') };
  expect((await rejection(await ask('mf-plan/', given)))[0]).toBe(404);
});

test('the same release again is harmless; another one of the same version is rejected', async () => {
  expect((await publish(publication('mf-plan', '4.0.0'))).status).toBe(204);
  expect((await publish(publication('mf-plan', '4.0.0'))).status).toBe(204);
  const other = await rejection(await publish(publication('mf-plan', '4.0.0', {}, 'other')));
  expect(other.slice(0, 2)).toEqual([409, 'conflict']);
  const atOnce = await Promise.all([served('4.0.0'), served('4.0.0'), served('4.0.0')]);
  expect(atOnce).toEqual(Array(3).fill('mf-plan 4.0.0'));
  const kept = `select published_by, published_at from release where version = '4.0.0'`;
  expect(await api.query(kept)).toEqual([
    { published_by: 'the team of mf-plan', published_at: api.clock.now() },
  ]);
});

test('a release is served in the compressed forms that it came with', async () => {
  const given = publication('mf-plan', '4.2.0');
  const script = Buffer.from('mf-plan 4.2.0');
  given.files['remoteEntry.js.br'] = brotliCompressSync(script).toString('base64');
  given.files['remoteEntry.js.gz'] = gzipSync(script).toString('base64');
  expect((await publish(given)).status).toBe(204);
  for (const encoding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(`${api.origin}/features/mf-plan/4.2.0/remoteEntry.js`, { headers });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe('mf-plan 4.2.0');
  }
});

test('each file of a release is served as what it is, to be read only, and kept by a browser for ever', async () => {
  const types = {
    'remoteEntry.js': 'text/javascript; charset=utf-8',
    'page.css': 'text/css; charset=utf-8',
    'mark.svg': 'image/svg+xml',
    'letters.woff2': 'font/woff2',
    'licences.txt': 'text/plain; charset=utf-8',
    'mf-manifest.json': 'application/json; charset=utf-8',
  };
  const given = publication('mf-plan', '4.3.0');
  for (const path of Object.keys(types).slice(1)) {
    given.release.extras.assets.push(file(path));
    given.files[path] = Buffer.from('x').toString('base64');
  }
  expect((await publish(given)).status).toBe(204);
  const address = (path: string) => `${api.origin}/features/mf-plan/4.3.0/${path}`;
  const served = Object.keys(types).map(async (path) => {
    const { status, headers } = await fetch(address(path), { method: 'HEAD' });
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      ...[200, 'public, max-age=31536000, immutable'],
      expect.stringContaining('Accept-Encoding'),
    ]);
    return [path, headers.get('content-type')];
  });
  expect(Object.fromEntries(await Promise.all(served))).toEqual(types);
  const written = await fetch(address('page.css'), { method: 'POST' });
  expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('an open page is known for a minute since it was last heard of, with what it showed then', async () => {
  const begin = api.clock.now().getTime();
  const note = (page: string, version: string, seconds: number) =>
    noteOpenPage(
      api.orm.em.fork(),
      { page, shows: new Map([['mf-plan', version]]) },
      new Date(begin + seconds * 1000),
    );
  const known = async (seconds: number) =>
    (await findOpenPages(api.orm.em.fork(), 'mf-plan', new Date(begin + seconds * 1000))).map(
      ({ page, version }) => [page, version],
    );
  await note('b', '1.0.0', 0);
  await note('a', '1.0.0', 0);
  await note('a', '2.0.0', 1);
  await note('b', '1.0.0', 45);
  expect(await known(59)).toEqual([
    ['a', '2.0.0'],
    ['b', '1.0.0'],
  ]);
  expect(await known(61)).toEqual([['b', '1.0.0']]);
  expect(await known(105)).toEqual([]);
  await api.query('delete from open_page');
});

test('of two releases of one version with different content at once, one is stored completely', async () => {
  const both = await Promise.all([
    publish(publication('mf-plan', '4.1.0', {}, 'one')),
    publish(publication('mf-plan', '4.1.0', {}, 'two')),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  const winner = both[0]?.status === 204 ? 'one' : 'two';
  expect(await served('4.1.0')).toBe(winner);
});

const tampered = (change: (given: Publication) => void): Publication => {
  const given = publication('mf-plan', '5.0.0');
  change(given);
  return given;
};
test.each([
  [
    'a file that differs from its hash',
    tampered(({ files }) => {
      files['remoteEntry.js'] = 'eA==';
    }),
  ],
  ['chunks that nothing pins', publication('mf-plan', '5.0.0', { pinned: false })],
  [
    'a missing file',
    tampered((given) => {
      given.files = {};
    }),
  ],
  [
    'a file that is not named',
    tampered(({ files }) => {
      files['more.js'] = 'eA==';
    }),
  ],
  ...[brotliCompressSync('other'), brotliCompressSync(Buffer.alloc(20_000_000)), Buffer.from('x')].map(
    (form): [string, Publication] => [
      `a compressed form that is not the file (${form.length} bytes)`,
      tampered(({ files }) => {
        files['remoteEntry.js.br'] = form.toString('base64');
      }),
    ],
  ),
  [
    'a way out of the folder',
    tampered(({ release, files }) => {
      release.extras.assets.push(file('../../../../out.js'));
      files['../../../../out.js'] = 'eA==';
    }),
  ],
  [
    'a file of a type that is not served',
    tampered(({ release, files }) => {
      release.extras.assets.push(file('page.html'));
      files['page.html'] = 'eA==';
    }),
  ],
  [
    'the place of another feature',
    tampered(({ release }) => {
      release.url = '/features/mf-tracker/5.0.0/remoteEntry.js';
    }),
  ],
  ['the name of another feature', publication('mf-tracker', '5.0.0')],
  ['a version that is a path', publication('mf-plan', '5/../../x')],
  [
    'too many files',
    tampered(({ release, files }) => {
      for (let index = 0; index < 60; index += 1) {
        release.extras.assets.push(file(`file${index}.js`));
        files[`file${index}.js`] = 'eA==';
      }
    }),
  ],
])('%s is rejected, and nothing is left', async (_, given) => {
  const before = await versions();
  expect((await rejection(await publish(given))).slice(0, 2)).toEqual([422, 'unprocessable']);
  expect(await versions()).toEqual(before);
});

test.each([
  ['{', 400],
  ['{}', 400],
  [{ release: null, files: {} }, 400],
  [{ action: 'release' }, 400],
  ['x'.repeat(9_000_000), 413],
])('a body %# of the wrong shape is rejected', async (body, status) => {
  expect((await rejection(await ask('mf-plan/', { body })))[0]).toBe(status);
});

const manifest = { name: 'mf-plan', title: 'Your plan', contract: '^0.1.0', routes: [], slots: [] };
const navigation = {
  ...{ label: 'Plan', path: '//example.org', icon: 'plan', condition: 'participant' as const },
  order: 1,
};
test.each<[string, Extras, string]>([
  [
    'a shared module too new for the shell',
    { requires: { react: '^20.0.0' } },
    'the shell 1.0.0 brings 19.3.1',
  ],
  ['a shared module the shell has not', { requires: { vue: '^3.0.0' } }, 'brings none'],
  [
    'a call the API has not',
    { calls: [{ method: 'POST', path: '/api/not-yet/', body: null, responses: { '204': null } }] },
    'the live API has no such call',
  ],
  [
    'the container of another team’s release',
    { container: 'mf_tracker_1_0_0' },
    'Its container is called mf_tracker_1_0_0; that of mf-plan',
  ],
  [
    'an entry that links to another site',
    { manifest: { ...manifest, navigation } },
    'Its entry in the navigation links to //example.org',
  ],
])('%s does not go live', async (_, extras, reason) => {
  const version = `6.0.0-${createHash('sha1').update(reason).digest('hex')}`;
  expect((await publish(publication('mf-plan', version, extras))).status).toBe(204);
  const before = await pointers();
  for (const order of [{ action: 'release' }, { action: 'to' }, { action: 'canary', traffic: 10 }])
    expect(await rejection(await deploy({ ...order, version }))).toEqual([
      422,
      'unprocessable',
      expect.stringContaining(reason),
    ]);
  const checks = await ask('mf-plan/checks/', { body: publication('mf-plan', version, extras) });
  expect((await checks.json()).failed.map(({ cause }: { cause: string }) => cause).join(' ')).toContain(
    reason,
  );
  expect(await pointers()).toEqual(before);
});

test('a release too heavy, or changed where it lies, does not go live', async () => {
  const heavy = Array.from({ length: 3000 }, (_, index) =>
    createHash('sha256').update(`${index}`).digest('hex'),
  );
  await publish(publication('mf-plan', '7.0.0', {}, heavy.join('')));
  expect((await rejection(await deploy({ action: 'release', version: '7.0.0' })))[2]).toContain(
    '30.0 kB are allowed',
  );

  await publish(publication('mf-plan', '7.1.0'));
  await api.queryAsOwner(`update release_file set content = 'alert(1)' where version = '7.1.0'`);
  expect((await rejection(await deploy({ action: 'release', version: '7.1.0' })))[2]).toContain(
    'its hash differs',
  );
});

test('a release based on an outdated revision of the package or the shell is rejected', async () => {
  const { revision } = await read();
  expect((await deploy({ action: 'to', version: '1.0.0' })).status).toBe(204);
  expect((await rejection(await deploy({ action: 'to', version: '2.0.0', revision }))).slice(0, 2)).toEqual([
    409,
    'conflict',
  ]);
});

test('a release that does not exist cannot be promoted', async () => {
  for (const version of ['8.8.8', '../../shell/1.0.0', ''])
    expect((await rejection(await deploy({ action: 'to', version })))[2]).toContain('There is no release');
});

test('failed checks are reported before publishing, and nothing is stored', async () => {
  const before = await versions();
  const good = await ask('mf-plan/checks/', { body: publication('mf-plan', '8.0.0') });
  expect([good.status, await good.json()]).toEqual([200, { failed: [] }]);
  const damaged = publication('mf-plan', '8.0.0');
  damaged.files['remoteEntry.js'] = 'eA==';
  const { failed } = await (await ask('mf-plan/checks/', { body: damaged })).json();
  expect(failed).toEqual([
    {
      cause: 'remoteEntry.js is not the file that was built: its hash differs.',
      remedy: expect.stringContaining('Build and release again.'),
    },
  ]);
  expect(await versions()).toEqual(before);
});

test('the client shows a rejection in the server’s words, with each reason', async () => {
  const target = releaseTarget(api.origin, 'token of mf-plan');
  const { registry, history } = await target.look('mf-plan');
  expect(history.at(-1)?.to).toBe('1.0.0');
  await expect(
    target.deploy('mf-plan', { action: 'to', version: '7.1.0', revision: registry.revision }),
  ).rejects.toThrow(/What is live has not changed.\n {2}- remoteEntry.js/);
  await expect(releaseTarget(api.origin, 'a guess').look('mf-plan')).rejects.toThrow('release token');
  await expect(releaseTarget('http://127.0.0.1:9', 'x').look('mf-plan')).rejects.toThrow('cannot be reached');
});

test('a product that answers otherwise is not understood, in words', async () => {
  const other = createServer((_, response) => response.end('<p>a page</p>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(releaseTarget(`http://127.0.0.1:${port}`, 'x').look('mf-plan')).rejects.toThrow(
    'does not understand',
  );
  other.close();
});

test('a release whose check in a browser its team attests goes live at once, any other is a canary first', async () => {
  await putLive(api, buildRelease('mf-plan', '50.0.0'));
  const order = async (version: string, attested: object = {}, key = keys.privateKey) => {
    const given = publication('mf-plan', version);
    expect((await publish(given)).status).toBe(204);
    const { revision } = await read();
    const statement = { name: 'mf-plan', ...given.release.metadata, revision, ...attested };
    const attestation = attest(statement, key);
    expect((await deploy({ action: 'release', version, attestation })).status).toBe(204);
    return (await pointers()).slice(0, 2);
  };
  expect(await order('50.1.0', {}, operators.privateKey)).toEqual(['50.1.0', undefined]);
  expect(await order('51.0.0')).toEqual(['51.0.0', undefined]);
  expect(await order('52.0.0', {}, makeAttestationKeys().privateKey)).toEqual(['51.0.0', '52.0.0']);
  expect(await order('52.1.0', {}, otherTeams.privateKey)).toEqual(['51.0.0', '52.1.0']);
  for (const other of [
    { name: 'mf-tracker' },
    { version: '51.0.0' },
    { integrity: 'sha384-' },
    { revision: 1 },
  ])
    expect(await order('53.0.0', other)).toEqual(['51.0.0', '53.0.0']);
  expect((await deploy({ action: 'release', version: '52.0.0', attestation: 'none' })).status).toBe(204);
  expect((await pointers()).slice(0, 2)).toEqual(['51.0.0', '52.0.0']);
  // What no one may use is checked as what everyone gets.
  const heavy = publication('mf-plan', '54.0.0', {}, randomBytes(60_000).toString('base64'));
  expect((await publish(heavy)).status).toBe(204);
  expect((await rejection(await deploy({ action: 'release', version: '54.0.0' })))[2]).toContain('weighs');
});

test('an attested canary stays so with another share, and makes no other release one of participants’ pages', async () => {
  for (const version of ['60.0.0', '61.0.0', '62.0.0'])
    expect((await publish(publication('mf-plan', version))).status).toBe(204);
  await changeTo(api, 'mf-plan', (current) => deployTo(current, '60.0.0'), false);
  const tryOut = async (version: string, traffic: number, key?: string) => {
    const { revision } = await read();
    const { integrity } = publication('mf-plan', version).release.metadata;
    const attestation = key && attest({ name: 'mf-plan', version, integrity, revision }, key);
    const order = { action: 'canary', version, traffic, ...(attestation && { attestation }) };
    expect((await deploy(order)).status).toBe(204);
    return (await (await ask('mf-plan/status/')).json()).canary.isAttested;
  };
  const live = async () => {
    const { metadata, deployment } = liveRelease(await read(), 'mf-plan') ?? {};
    return [metadata?.version, deployment?.attested ?? false];
  };
  expect(await tryOut('61.0.0', 10, keys.privateKey)).toBe(true);
  expect(await tryOut('61.0.0', 20)).toBe(true);
  expect(await live()).toEqual(['60.0.0', false]);
  expect(await tryOut('62.0.0', 20)).toBe(false);
  expect(await tryOut('61.0.0', 20, keys.privateKey)).toBe(true);
  expect((await deploy({ action: 'to', version: '62.0.0' })).status).toBe(204);
  expect(await live()).toEqual(['62.0.0', false]);
});

describe('faults', () => {
  const faults = async (path = 'mf-plan/faults/', token?: string) => {
    const response = await ask(path, token === undefined ? {} : { token });
    return response.ok ? ((await response.json()) as { faults: unknown[] }).faults : response.status;
  };
  const report = async (frames: string[]) => {
    const visitor = await api.visit();
    const body = { feature: 'mf-plan', version: '0.7.0', outcome: 'failed-to-render' as const };
    await visitor.send(releaseReport, { ...body, error: 'TypeError', frames });
  };
  const entry = '/features/mf-plan/0.7.0/~2/remoteEntry.js';

  test('a team sees its own, with the place in the sources; the source map is not served', async () => {
    const given = publication('mf-plan', '0.7.0');
    expect((await publish({ ...given, sourceMaps: { 'remoteEntry.js': sourceMap } })).status).toBe(204);
    await putLive(api, buildRelease('mf-plan', '0.7.0'));
    const elsewhere = '/features/mf-tracker/1.0.0/feature.js:1:9';
    for (let sessions = 0; sessions < 2; sessions += 1) await report([`${entry}:1:1`, elsewhere]);
    await report([elsewhere]);
    expect(await faults()).toEqual([
      {
        version: '0.7.0',
        outcome: 'failed-to-render',
        error: 'TypeError',
        stack: ['mf-plan/src/pages/plan.page.tsx:12:5', elsewhere],
        sessions: 2,
        lastAt: api.clock.now().toISOString(),
      },
      expect.objectContaining({ sessions: 1, stack: [elsewhere] }),
    ]);
    expect(await faults('mf-tracker/faults/', 'token of mf-tracker')).toEqual([]);
    expect(await faults('mf-tracker/faults/')).toBe(403);
    expect(await faults('mf-plan/faults/', '')).toBe(401);
    for (const file of ['remoteEntry.js.map', 'source-maps/remoteEntry.js.map.gz'])
      expect((await fetch(`${api.origin}/features/mf-plan/0.7.0/${file}`)).status).toBe(404);
  });

  test('a damaged source map leaves the place in the built file, and one of another file is rejected', async () => {
    const damaged = Buffer.from('no map').toString('base64');
    const given = publication('mf-plan', '0.8.0');
    expect((await publish({ ...given, sourceMaps: { 'other.js': damaged } })).status).toBe(422);
    expect((await publish({ ...given, sourceMaps: { 'remoteEntry.js': damaged } })).status).toBe(204);
    await putLive(api, buildRelease('mf-plan', '0.8.0'));
    const frame = '/features/mf-plan/0.8.0/remoteEntry.js:1:1';
    const body = { feature: 'mf-plan', version: '0.8.0', outcome: 'failed-to-load' as const };
    await (await api.visit()).send(releaseReport, { ...body, error: 'Error', frames: [frame] });
    expect(await faults()).toContainEqual(expect.objectContaining({ version: '0.8.0', stack: [frame] }));
  });
});

test('checks and publications count together as the uploads of a team', async () => {
  const send = async (path: string) => (await ask(path, { token: 'token of mf-diary', body: {} })).status;
  // All that the network and the team used up before is given back.
  api.clock.advance(3_600_000);
  for (let uploads = 0; uploads < 60; uploads++) expect(await send('mf-diary/checks/')).toBe(400);
  expect([await send('mf-diary/checks/'), await send('mf-diary/')]).toEqual([429, 429]);
});

test('a network asks of releases as often as it may, and no more', async () => {
  const limits = createRateLimits({ pool: api.pool, secret: TEST_SECRET, now: api.clock.now });
  await api.query('delete from rate_limit');
  for (let times = 0; times < 200; times++) await limits.release('127.0.0.1');
  expect((await ask('mf-plan/')).status).toBe(429);
});
