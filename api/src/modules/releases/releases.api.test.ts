import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { Publication } from '@stepwise/shared-contracts/release/publish-messages';
import { containerName } from '@stepwise/shared-contracts/release/release-path';
import { flipTo } from '@stepwise/tooling/release/flip';
import { httpPlace } from '@stepwise/tooling/release/http-place';
import { changeRegistry, readRegistry } from '@stepwise/tooling/release/registry-store';
import { createTestApi } from '../../testing/create-test-api.ts';

const root = mkdtempSync(join(tmpdir(), 'releases-'));
const releasesDir = join(root, 'live');
afterAll(() => rmSync(root, { recursive: true }));
const tokenOf = (name: string) => ({
  package: name,
  hash: createHash('sha256').update(`token of ${name}`).digest('hex'),
});
const api = await createTestApi({
  config: { releasesDir, releaseTokens: ['mf-plan', 'mf-tracker'].map(tokenOf) },
});
const closed = await createTestApi({ config: { releasesDir } });

type Extras = Partial<Release['extras']>;
function publication(
  name: string,
  version: string,
  extras: Extras = {},
  script = `${name} ${version}`,
): Publication {
  const content = Buffer.from(script);
  const path = 'remoteEntry.js';
  const integrity = integrityOf(content);
  const folder = name === SHELL ? `/shell/${version}` : `/features/${name}/${version}`;
  return {
    release: {
      url: `${folder}/${path}`,
      metadata: { integrity, version },
      extras: {
        assets: [{ path, integrity, bytes: content.length }],
        load: [path],
        contract: '^0.1.0',
        pinned: true,
        container: containerName({ name, version }),
        ...(name !== SHELL && {
          manifest: { name, title: 'Your plan', contract: '^0.1.0', routes: [], slots: [] },
        }),
        requires: { react: '^19.3.1' },
        calls: [],
        ...extras,
      },
    },
    files: { [path]: content.toString('base64') },
  };
}

const shell = publication(SHELL, '1.0.0', { provides: { react: '19.3.1' }, requires: {} }).release;
const empty = await readRegistry(releasesDir);
await changeRegistry(releasesDir, 0, flipTo(empty, SHELL, shell), { who: 'test', at: new Date() });

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
const flip = async (order: object) =>
  ask('mf-plan/live/', { body: { revision: (await readRegistry(releasesDir)).revision, ...order } });
async function refusal(response: Response): Promise<[number, string, string]> {
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
  const registry = await readRegistry(releasesDir);
  return [liveRelease, canaryRelease, lastGoodRelease].map(
    (pick) => pick(registry, 'mf-plan')?.metadata.version,
  );
};
const kept = () => {
  const folder = join(releasesDir, 'features/mf-plan');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

test('a team publishes, flips, tries a canary, promotes it and goes back', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    expect((await publish(publication('mf-plan', version))).status).toBe(204);
  expect(await pointers()).toEqual([undefined, undefined, undefined]);
  expect((await flip({ action: 'release', version: '1.0.0' })).status).toBe(204);
  expect((await flip({ action: 'to', version: '2.0.0' })).status).toBe(204);
  expect((await flip({ action: 'canary', version: '3.0.0', traffic: 10 })).status).toBe(204);
  expect(await pointers()).toEqual(['2.0.0', '3.0.0', '1.0.0']);
  expect((await flip({ action: 'promote' })).status).toBe(204);
  expect(await pointers()).toEqual(['3.0.0', undefined, '2.0.0']);
  expect((await flip({ action: 'rollback' })).status).toBe(204);
  expect(await pointers()).toEqual(['2.0.0', undefined, '1.0.0']);

  const served = await fetch(`${api.origin}/features/mf-plan/3.0.0/remoteEntry.js`);
  expect(await served.text()).toBe('mf-plan 3.0.0');
  const compressed = readFileSync(join(releasesDir, 'features/mf-plan/3.0.0/remoteEntry.js.br'));
  expect(brotliDecompressSync(compressed).toString()).toBe('mf-plan 3.0.0');
  const { history } = (await (await ask('mf-plan/')).json()) as {
    history: { action: string; who: string }[];
  };
  expect(history.map(({ action }) => action)).toEqual(['release', 'to', 'canary', 'promote', 'rollback']);
  expect(history[0]?.who).toBe('the team of mf-plan');
});

test.each([
  ['without a token', '', 401, 'not-logged-in'],
  ['with a token of nobody', 'a guess', 401, 'not-logged-in'],
  ['with another team’s token', 'token of mf-tracker', 403, 'not-allowed'],
])('%s nothing is shown, kept or flipped', async (_, token, status, code) => {
  const before = [await pointers(), kept()];
  for (const response of [
    await ask('mf-plan/', { token }),
    await ask('mf-plan/', { token, body: publication('mf-plan', '9.0.0') }),
    await ask('mf-plan/live/', { token, body: { action: 'rollback', revision: 0 } }),
  ])
    expect((await refusal(response)).slice(0, 2)).toEqual([status, code]);
  expect([await pointers(), kept()]).toEqual(before);
});

test('a server without tokens has no such address', async () => {
  expect((await refusal(await ask('mf-plan/', { origin: closed.origin })))[0]).toBe(404);
  const given = { origin: closed.origin, body: publication('mf-plan', '9.0.0') };
  expect((await refusal(await ask('mf-plan/', given)))[0]).toBe(404);
});

test('the same release again is harmless; another one of the same version is refused', async () => {
  expect((await publish(publication('mf-plan', '4.0.0'))).status).toBe(204);
  expect((await publish(publication('mf-plan', '4.0.0'))).status).toBe(204);
  const other = await refusal(await publish(publication('mf-plan', '4.0.0', {}, 'other')));
  expect(other.slice(0, 2)).toEqual([409, 'conflict']);
  expect(readFileSync(join(releasesDir, 'features/mf-plan/4.0.0/remoteEntry.js'), 'utf8')).toBe(
    'mf-plan 4.0.0',
  );
});

test('of two that publish one version with other content at once, one is kept whole', async () => {
  const both = await Promise.all([
    publish(publication('mf-plan', '4.1.0', {}, 'one')),
    publish(publication('mf-plan', '4.1.0', {}, 'two')),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  const winner = both[0]?.status === 204 ? 'one' : 'two';
  expect(readFileSync(join(releasesDir, 'features/mf-plan/4.1.0/remoteEntry.js'), 'utf8')).toBe(winner);
});

const tampered = (change: (given: Publication) => void): Publication => {
  const given = publication('mf-plan', '5.0.0');
  change(given);
  return given;
};
const file = (path: string) => ({ path, integrity: integrityOf(Buffer.from('x')), bytes: 1 });
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
])('%s is refused, and nothing is left', async (_, given) => {
  const before = [readdirSync(root), readdirSync(releasesDir).sort(), kept()];
  expect((await refusal(await publish(given))).slice(0, 2)).toEqual([422, 'unprocessable']);
  expect([readdirSync(root), readdirSync(releasesDir).sort(), kept()]).toEqual(before);
});

test.each([
  ['{', 400],
  ['{}', 400],
  [{ release: null, files: {} }, 400],
  [{ action: 'release' }, 400],
  ['x'.repeat(9_000_000), 413],
])('a body %# of the wrong shape is refused', async (body, status) => {
  expect((await refusal(await ask('mf-plan/', { body })))[0]).toBe(status);
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
    'an entry that leads to another site',
    { manifest: { ...manifest, navigation } },
    'Its entry in the navigation leads to //example.org',
  ],
])('%s does not go live', async (_, extras, reason) => {
  const version = `6.0.0-${createHash('sha1').update(reason).digest('hex')}`;
  expect((await publish(publication('mf-plan', version, extras))).status).toBe(204);
  const before = await pointers();
  for (const order of [{ action: 'release' }, { action: 'to' }, { action: 'canary', traffic: 10 }])
    expect(await refusal(await flip({ ...order, version }))).toEqual([
      422,
      'unprocessable',
      expect.stringContaining(reason),
    ]);
  expect(await pointers()).toEqual(before);
});

test('a release too heavy, or changed where it lies, does not go live', async () => {
  const heavy = Array.from({ length: 3000 }, (_, index) =>
    createHash('sha256').update(`${index}`).digest('hex'),
  );
  await publish(publication('mf-plan', '7.0.0', {}, heavy.join('')));
  expect((await refusal(await flip({ action: 'release', version: '7.0.0' })))[2]).toContain(
    '30.0 kB are allowed',
  );

  await publish(publication('mf-plan', '7.1.0'));
  writeFileSync(join(releasesDir, 'features/mf-plan/7.1.0/remoteEntry.js'), 'alert(1)');
  expect((await refusal(await flip({ action: 'release', version: '7.1.0' })))[2]).toContain(
    'its hash differs',
  );
});

test('who has not seen the newest flip of the package or of the shell is told so', async () => {
  const { revision } = await readRegistry(releasesDir);
  expect((await flip({ action: 'to', version: '1.0.0' })).status).toBe(204);
  expect((await refusal(await flip({ action: 'to', version: '2.0.0', revision }))).slice(0, 2)).toEqual([
    409,
    'conflict',
  ]);
});

test('what is not there is not gone to', async () => {
  for (const version of ['8.8.8', '../../shell/1.0.0', ''])
    expect((await refusal(await flip({ action: 'to', version })))[2]).toContain('There is no release');
});

test('the client tells a refusal in the server’s words, with each reason', async () => {
  const place = httpPlace(api.origin, 'token of mf-plan');
  const { registry, history } = await place.look('mf-plan');
  expect(history.at(-1)?.to).toBe('1.0.0');
  await expect(
    place.flip('mf-plan', { action: 'to', version: '7.1.0', revision: registry.revision }),
  ).rejects.toThrow(/What is live has not changed.\n {2}- remoteEntry.js/);
  await expect(httpPlace(api.origin, 'a guess').look('mf-plan')).rejects.toThrow('release token');
  await expect(httpPlace('http://127.0.0.1:9', 'x').look('mf-plan')).rejects.toThrow('cannot be reached');
});

test('a damaged history is told of in words, and nothing moves until it is whole', async () => {
  const file = join(releasesDir, 'history/00000002.json');
  const whole = readFileSync(file);
  writeFileSync(file, '{');
  const before = readFileSync(join(releasesDir, 'registry.json'), 'utf8');
  for (const response of [await ask('mf-plan/'), await flip({ action: 'rollback' })]) {
    const [status, code, message] = await refusal(response);
    expect([status, code]).toEqual([500, 'internal']);
    expect(message).toContain('00000002.json cannot be used: it is no JSON');
  }
  expect(readFileSync(join(releasesDir, 'registry.json'), 'utf8')).toBe(before);
  writeFileSync(file, whole);
  expect((await ask('mf-plan/')).status).toBe(200);
});

test('a product that answers otherwise is not understood, in words', async () => {
  const other = createServer((_, response) => response.end('<p>a page</p>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(httpPlace(`http://127.0.0.1:${port}`, 'x').look('mf-plan')).rejects.toThrow(
    'does not understand',
  );
  other.close();
});
