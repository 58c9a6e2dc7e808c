import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { canaryRelease, liveRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { publishBuilt, untilAnswered } from '@stepwise/tooling/release/publish-built';
import { releaseTarget } from '@stepwise/tooling/release/release-target';
import { writeBuild } from '../testing/build-folder.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { buildRelease, changeTo } from '../testing/releases.ts';
import { promoteCanary, rollBack } from './deployment.ts';
import { importBuilt } from './import-built.ts';
import { readHistory, readRegistry } from './read-registry.ts';
import { EVERY_PACKAGE } from './release-tokens.ts';

const hash = createHash('sha256').update('token').digest('hex');
const api = await createTestApi({ config: { releaseTokens: [{ package: EVERY_PACKAGE, hash }] } });
const em = () => api.orm.em.fork();
const folderWith = (...built: [name: string, version: string][]) =>
  writeBuild(...built.map(([name, version]) => buildRelease(name, version)));
const live = async (name: string) => liveRelease(await readRegistry(em()), name)?.metadata.version;
const script = async (version: string) =>
  (await fetch(`${api.origin}/features/mf-plan/${version}/remoteEntry.js`)).text();

beforeEach(() => api.queryAsOwner('truncate release, release_file, release_change'));

const container = (folder: string) => publishBuilt(folder, releaseTarget(api.origin, 'token'));
const start = async (folder: string) => {
  await importBuilt(em, folder, new Date('2026-03-10T00:00:00Z'));
};
const shell = folderWith([SHELL, '1.0.0']);
const first = folderWith(['mf-plan', '1.0.0']);
const second = folderWith(['mf-plan', '2.0.0']);
const all = folderWith([SHELL, '1.0.0'], ['mf-plan', '1.0.0'], ['mf-tracker', '1.0.0']);

const canary = async () => canaryRelease(await readRegistry(em()), 'mf-plan')?.metadata.version;
const promote = () => changeTo(api, 'mf-plan', (current) => promoteCanary(current, 'mf-plan'));

test('npm start makes what was built live beside other packages, and the release before stays', async () => {
  for (const folder of [shell, first, second]) await start(folder);
  expect([await live(SHELL), await live('mf-plan')]).toEqual(['1.0.0', '2.0.0']);
  expect([await script('1.0.0'), await script('2.0.0')]).toEqual(['mf-plan 1.0.0', 'mf-plan 2.0.0']);
});

test('a container makes a package’s first release live, and the next one a canary that is promoted', async () => {
  for (const folder of [shell, first]) await container(folder);
  expect([await live(SHELL), await live('mf-plan')]).toEqual(['1.0.0', '1.0.0']);
  expect(await container(second)).toEqual([
    'mf-plan 2.0.0 is a canary until someone promotes it; see --status.',
  ]);
  expect([await live('mf-plan'), await canary()]).toEqual(['1.0.0', '2.0.0']);
  expect((await readHistory(em(), 'mf-plan')).at(-1)).toMatchObject({
    action: 'release',
    to: '2.0.0',
    traffic: 20,
  });
  await promote();
  expect([await live('mf-plan'), await script('1.0.0')]).toEqual(['2.0.0', 'mf-plan 1.0.0']);
});

test('a container of a feature waits until a shell is live', async () => {
  const said: string[] = [];
  const lines = await untilAnswered(() => container(first), {
    say: (line) => void said.push(line),
    wait: () => container(shell),
  });
  expect(said).toEqual(['mf-plan waits until a shell is live. Asking again in 10 s.']);
  expect(lines).toEqual(['mf-plan 1.0.0 is live.']);
});

test('a container that starts again puts nothing old in the place of a newer release', async () => {
  for (const folder of [shell, first, second, first]) await container(folder);
  expect([await live('mf-plan'), await canary()]).toEqual(['1.0.0', '2.0.0']);
  await promote();
  await container(first);
  expect([await live('mf-plan'), await canary()]).toEqual(['2.0.0', undefined]);
});

test('a container that starts again changes nothing, and undoes no rolling back', async () => {
  for (const folder of [shell, first, second]) await container(folder);
  await promote();
  expect(await container(second)).toEqual(['mf-plan 2.0.0 is live.']);
  const history = await readHistory(em(), 'mf-plan');
  expect(history).toHaveLength(3);
  await changeTo(api, 'mf-plan', (current) => rollBack(current, 'mf-plan', { history, recalled: [] }));
  expect(await container(second)).toEqual([
    'mf-plan stays as it is, since 2.0.0 was there before. Go to it by --to 2.0.0.',
  ]);
  expect(await live('mf-plan')).toBe('1.0.0');
});

/** A release with one more file, which it loads later, and the compressed form that its build brings. */
function withFile(path: string, content: Buffer): BuiltRelease {
  const built = buildRelease('mf-plan', '2.0.0');
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  built.release.extras.assets.push({ path, integrity: integrityOf(content), bytes: content.length });
  built.files.set(path, content).set(`${path}.br`, brotliCompressSync(content, quality));
  return built;
}
const tampered = buildRelease('mf-plan', '2.0.0');
tampered.files.set('remoteEntry.js', Buffer.from('globalThis.tampered = true;'));
const large = randomBytes(2_500_000);

describe.each([
  [
    'of another contract',
    buildRelease('mf-plan', '2.0.0', { requires: { react: '^20.0.0' } }),
    'needs react',
  ],
  ['of 5 MB, loaded later', withFile('later.js', large), 'The JavaScript of mf-plan weighs'],
  ['of 5 MB in an image', withFile('photo.svg', large), 'The styles, fonts and images of mf-plan weighs'],
  ['with a tampered file', tampered, 'its hash differs'],
])('a release %s', (_, broken, reason) => {
  const folder = writeBuild(broken);

  test('is rejected from a container as from the command, and nothing changes', async () => {
    for (const each of [shell, first]) await container(each);
    expect(await releaseTarget(api.origin, 'token').check(broken)).toContainEqual(
      expect.objectContaining({ cause: expect.stringContaining(reason) }),
    );
    await expect(container(folder)).rejects.toThrow(reason);
    expect([await live('mf-plan'), await canary()]).toEqual(['1.0.0', undefined]);
  });
});

test('npm start brings several packages at once, again without a change, and a folder without a build is none', async () => {
  for (let starts = 0; starts < 2; starts += 1) await start(all);
  const { revision, microFrontends } = await readRegistry(em());
  expect([revision, Object.keys(microFrontends).sort()]).toEqual([3, ['mf-plan', 'mf-tracker', SHELL]]);
  await start('/nowhere');
  expect((await readHistory(em(), 'mf-plan')).map(({ action }) => action)).toEqual(['build']);
});
