// In one file: every check is of one release, made in the same way.
import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import {
  type CallShape,
  REGISTRY_SCHEMA,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';
import { findFailedChecks, findIncompatibilities } from './release-checks.ts';

/** The files of each release, by its entry. */
const filesByUrl = new Map<string, Map<string, Buffer>>();

/** A release; `content` is its only script. */
function make(name: string, extras: Partial<Release['extras']> = {}, content = Buffer.from(name)): Release {
  const path = releasePath({ name, version: '1.0.0' });
  const url = `/${path}/entry.js`;
  filesByUrl.set(url, new Map([['entry.js', content]]));
  const integrity = integrityOf(content);
  return {
    url,
    metadata: { integrity, version: '1.0.0' },
    extras: {
      assets: [{ path: 'entry.js', integrity, bytes: content.length }],
      load: ['entry.js'],
      contract: '^0.1.0',
      ...(name === SHELL
        ? { provides: { react: '19.3.1', '@stepwise/shared-contracts/router': '0.1.0' } }
        : {
            container: containerName({ name, version: '1.0.0' }),
            manifest: { name, title: name, contract: '^0.1.0', routes: [], slots: [] },
            requires: { react: '^19.3.0', '@stepwise/shared-contracts/router': '^0.1.0' },
          }),
      ...extras,
    },
  };
}
const registryOf = (...live: [string, Release][]): Registry => ({
  schema: REGISTRY_SCHEMA,
  revision: 1,
  microFrontends: Object.fromEntries(live.map(([name, release]) => [name, [release]])),
});
const filesOf = ({ url }: Release) => filesByUrl.get(url) ?? new Map<string, Buffer>();
const liveFiles = async (name: string, version: string) =>
  filesOf({ url: `/${releasePath({ name, version })}/entry.js` } as Release);
const causes = async (name: string, release: Release, registry: Registry, calls: CallShape[] = []) =>
  (
    await findFailedChecks({ name, release, registry, calls, files: filesOf(release), filesOf: liveFiles })
  ).map(({ cause, remedy }) => {
    expect(remedy).toMatch(/^[A-Z].*\.$/);
    return cause;
  });
const manifest = { name: 'mf-plan', title: 'Plan', contract: '^0.1.0', routes: [], slots: [] };
const route = { path: '/plan', page: 'plan', access: 'participant' } as const;
/** A page of its own, and an entry of the navigation. */
const leading = (label: string, path = '/mine') => ({
  routes: [{ ...route, path: '/mine' }],
  navigation: { label, path, icon: '', condition: 'participant' as const, order: 50 },
});

test('an address in a feature’s scripts that no call of the live API has is rejected, however it is asked for', async () => {
  const script = 'fetch("/api/known/?day=1");fetch(`/api/nope/`+id);send({path:\'/api/gone/\'});"/about"';
  const plan = make('mf-plan', {}, Buffer.from(script));
  const known: CallShape = { method: 'GET', path: '/api/known/', body: null, responses: {} };
  expect(await causes('mf-plan', plan, registryOf([SHELL, make(SHELL)]), [known])).toEqual([
    'It asks for /api/nope/, but the live API has no such call.',
    'It asks for /api/gone/, but the live API has no such call.',
  ]);
  expect(await causes(SHELL, make(SHELL, {}, Buffer.from(script)), registryOf())).toEqual([]);
});

test('a release that fits passes, feature and shell', async () => {
  const [shell, plan] = [make(SHELL), make('mf-plan')];
  expect(await causes('mf-plan', plan, registryOf([SHELL, shell]))).toEqual([]);
  expect(await causes(SHELL, shell, registryOf([SHELL, shell], ['mf-plan', plan]))).toEqual([]);
});

test.each<[string, (release: Release) => void]>([
  ['another hash of its entry', ({ metadata }) => Object.assign(metadata, { integrity: 'sha384-' })],
  ['a file twice', ({ extras: { assets } }) => assets.push(...assets)],
  ['a file to load that it does not hold', ({ extras }) => extras.load.push('more.js')],
  [
    'another feature’s manifest',
    ({ extras }) => Object.assign(extras.manifest ?? {}, { name: 'mf-tracker' }),
  ],
])('a release that names %s contradicts itself', async (_, change) => {
  const plan = make('mf-plan');
  change(plan);
  expect(await causes('mf-plan', plan, registryOf([SHELL, make(SHELL)]))).toEqual([
    'What release.json says contradicts itself.',
  ]);
});

test('a file as heavy as its budget passes, and one byte more does not', async () => {
  const weighing = (bytes: number) => {
    const title = 'x'.repeat(bytes - JSON.stringify({ ...manifest, title: '' }).length);
    return causes(
      'mf-plan',
      make('mf-plan', { manifest: { ...manifest, title } }),
      registryOf([SHELL, make(SHELL)]),
    );
  };
  expect(await weighing(2_000)).toEqual([]);
  expect(await weighing(2_001)).toEqual(['Its manifest weighs 2.0 kB; 2.0 kB are allowed.']);
});

test('what the shell loads at once is no part of what it loads later', async () => {
  expect(await causes(SHELL, make(SHELL, {}, randomBytes(30_000)), registryOf())).toEqual([]);
});

test.each<[string, Partial<Release['extras']>, string]>([
  [
    'another React',
    { requires: { react: '^20.0.0' } },
    'mf-plan 1.0.0 needs react ^20.0.0, and the shell 1.0.0 brings 19.3.1.',
  ],
  [
    'another contract',
    { requires: { '@stepwise/shared-contracts/router': '^0.2.0' } },
    'mf-plan 1.0.0 needs @stepwise/shared-contracts ^0.2.0, and the shell 1.0.0 brings 0.1.0.',
  ],
  [
    'another contract by its manifest',
    { contract: '^9.0.0' },
    'mf-plan 1.0.0 needs @stepwise/shared-contracts ^9.0.0, and the shell 1.0.0 brings 0.1.0.',
  ],
  [
    'a module that the shell does not share',
    { requires: { '@stepwise/shared-contracts/calls/new.calls': '^0.1.0' } },
    'mf-plan 1.0.0 needs @stepwise/shared-contracts/calls/new.calls ^0.1.0, and the shell 1.0.0 brings none.',
  ],
  [
    'a call that the API has not',
    { calls: [{ method: 'POST', path: '/api/new/', body: null, responses: {} }] },
    'It uses POST /api/new/, but the live API has no such call.',
  ],
  [
    'the path of another feature',
    { manifest: { ...manifest, routes: [route] } },
    'It uses the path /plan, which belongs to mf-tracker.',
  ],
  [
    'a slot of another feature',
    { manifest: { ...manifest, slots: ['welcome'] } },
    'It uses the slot welcome, which belongs to mf-tracker.',
  ],
  [
    'the container of another feature',
    { container: 'mf_tracker_2_0_0' },
    'Its container is called mf_tracker_2_0_0; that of mf-plan 1.0.0 is mf_plan_1_0_0.',
  ],
  [
    'a name that the page itself has',
    { container: 'localStorage' },
    'Its container is called localStorage; that of mf-plan 1.0.0 is mf_plan_1_0_0.',
  ],
  [
    'no container',
    { container: undefined },
    'Its container is called nothing; that of mf-plan 1.0.0 is mf_plan_1_0_0.',
  ],
  [
    'an address in another writing',
    { manifest: { ...manifest, routes: [{ ...route, path: '/survey/' }] } },
    'It uses the path /survey/, which is written with a slash too many.',
  ],
  [
    'an address with two slashes',
    { manifest: { ...manifest, routes: [{ ...route, path: '//admin' }] } },
    'It uses the path //admin, which is written with a slash too many.',
  ],
  [
    'the words of another feature',
    { manifest: { ...manifest, ...leading('the  timeline') } },
    'It uses the words “the  timeline” of the navigation, which belongs to mf-tracker.',
  ],
  [
    'the words of the shell',
    { manifest: { ...manifest, ...leading('Log out') } },
    'It uses the words “Log out”, which belongs to the shell.',
  ],
  [
    'words that leave no room',
    { manifest: { ...manifest, ...leading('Mine '.repeat(20)) } },
    'Its entry in the navigation takes 100 letters; there is room for 30.',
  ],
  [
    'an entry that links to another site',
    { manifest: { ...manifest, ...leading('Mine', '//example.org') } },
    'Its entry in the navigation links to //example.org, which is no page of its own.',
  ],
  [
    'an entry that links to another feature',
    { manifest: { ...manifest, ...leading('Mine', '/plan') } },
    'Its entry in the navigation links to /plan, which is no page of its own.',
  ],
  [
    'a manifest that would weigh on every page',
    { manifest: { ...manifest, title: 'x'.repeat(3000) } },
    'Its manifest weighs 3.1 kB; 2.0 kB are allowed.',
  ],
])('%s is rejected', async (_, extras, cause) => {
  const tracker = make('mf-tracker', {
    manifest: {
      ...manifest,
      name: 'mf-tracker',
      routes: [route],
      slots: ['welcome'],
      navigation: { ...leading('The Timeline').navigation, path: '/plan' },
    },
  });
  const registry = registryOf([SHELL, make(SHELL)], ['mf-tracker', tracker]);
  expect(await causes('mf-plan', make('mf-plan', extras), registry)).toEqual([cause]);
});

test.each<[string, { exact?: boolean }, string | undefined]>([
  ['/plan/doses', {}, 'mf-tracker'],
  ['/pla', {}, undefined],
  ['/plans', {}, undefined],
  ['/plan', { exact: true }, 'mf-tracker'],
  ['/', {}, 'the shell or the server'],
  ['/login', { exact: true }, 'the shell or the server'],
  ['/about/us', {}, 'the shell or the server'],
  ...['sign-up', 'account', 'admin', 'api', 'documents', 'features', 'icons', 'shell'].map(
    (name): [string, { exact?: boolean }, string] => [`/${name}`, {}, 'the shell or the server'],
  ),
])('the path %s %j belongs to %s', async (path, exact, owner) => {
  const tracker = make('mf-tracker', { manifest: { ...manifest, name: 'mf-tracker', routes: [route] } });
  const registry = registryOf([SHELL, make(SHELL)], ['mf-tracker', tracker]);
  const plan = make('mf-plan', { manifest: { ...manifest, routes: [{ ...route, ...exact, path }] } });
  expect(await causes('mf-plan', plan, registry)).toEqual(
    owner ? [`It uses the path ${path}, which belongs to ${owner}.`] : [],
  );
});

test('the address of only one page leaves those below it to others', async () => {
  const survey = { ...route, path: '/survey', exact: true };
  const tracker = make('mf-tracker', { manifest: { ...manifest, name: 'mf-tracker', routes: [survey] } });
  const registry = registryOf([SHELL, make(SHELL)], ['mf-tracker', tracker]);
  const of = (path: string) => make('mf-plan', { manifest: { ...manifest, routes: [{ ...route, path }] } });
  expect(await causes('mf-plan', of('/survey/again'), registry)).toEqual([]);
  expect(await causes('mf-plan', of('/survey'), registry)).toHaveLength(1);
});

test('an address above that of another feature belongs to it too, unless it is of one page only', async () => {
  const theirs = { ...route, path: '/plan/summary', exact: true };
  const tracker = make('mf-tracker', { manifest: { ...manifest, name: 'mf-tracker', routes: [theirs] } });
  const registry = registryOf([SHELL, make(SHELL)], ['mf-tracker', tracker]);
  const of = (exact: boolean) =>
    make('mf-plan', { manifest: { ...manifest, routes: [{ ...route, exact }] } });
  expect(await causes('mf-plan', of(false), registry)).toEqual([
    'It uses the path /plan, which belongs to mf-tracker.',
  ]);
  expect(await causes('mf-plan', of(true), registry)).toEqual([]);
});

test('packages whose containers would have the same name are separated', async () => {
  const longer = make('mf-plan-1');
  const registry = registryOf([SHELL, make(SHELL)], ['mf-plan-1', longer]);
  const version = '1-1.0.0';
  const plan = make('mf-plan', { container: longer.extras.container });
  expect(containerName({ name: 'mf-plan', version })).toBe(longer.extras.container);
  const release = { ...plan, metadata: { ...plan.metadata, version } };
  expect(findIncompatibilities({ name: 'mf-plan', release, registry }).map(({ cause }) => cause)).toEqual([
    'It uses the container mf_plan_1_1_0_0, which belongs to mf-plan-1.',
  ]);
});

test('a navigation entry that links to a page of its own passes, in words that the shell has not and that have room', async () => {
  const rejected = (label: string) =>
    causes(
      'mf-plan',
      make('mf-plan', { manifest: { ...manifest, ...leading(label) } }),
      registryOf([SHELL, make(SHELL)]),
    );
  for (const label of ['Mine', 'x'.repeat(30)]) expect(await rejected(label)).toEqual([]);
  for (const label of ['x'.repeat(31), 'Welcome', 'home', 'Log in'])
    expect(await rejected(label)).toHaveLength(1);
});

test('a shell that a live feature or a canary does not fit is rejected', async () => {
  const plan = make('mf-plan');
  const shell = make(SHELL, { provides: { react: '19.3.1' } });
  expect(await causes(SHELL, shell, registryOf(['mf-plan', plan]))).toEqual([
    'mf-plan 1.0.0 needs @stepwise/shared-contracts/router ^0.1.0, and the shell 1.0.0 brings none.',
  ]);
  const canary: Release = {
    ...make('mf-plan', { requires: { react: '^20.0.0' } }),
    deployment: { traffic: 10, default: false },
  };
  const both = registryOf();
  both.microFrontends['mf-plan'] = [
    { ...make('mf-plan', { requires: {} }), deployment: { traffic: 90, default: true } },
    canary,
  ];
  expect(await causes(SHELL, make(SHELL), both)).toEqual([
    'mf-plan 1.0.0 needs react ^20.0.0, and the shell 1.0.0 brings 19.3.1.',
  ]);
});

test('without a shell nothing goes live', async () => {
  expect(await causes('mf-plan', make('mf-plan'), registryOf())).toEqual(['No shell is live.']);
});

test.each(['entry.js', 'entry.js.br'])('a changed %s is rejected', async (file) => {
  const plan = make('mf-plan');
  const content = Buffer.from('alert(1)');
  filesOf(plan).set(file, file.endsWith('.br') ? brotliCompressSync(content) : content);
  expect(await causes('mf-plan', plan, registryOf([SHELL, make(SHELL)]))).toEqual([
    'entry.js is not the file that was built: its hash differs.',
  ]);
});

test.each([
  [9_000, ['Its entry weighs 9.0 kB; 8.0 kB are allowed.']],
  [
    31_000,
    [
      'The JavaScript of mf-plan weighs 31.0 kB; 30.0 kB are allowed.',
      'Its entry weighs 31.0 kB; 8.0 kB are allowed.',
    ],
  ],
])('%d bytes of script that cannot be compressed are over the budget', async (bytes, expected) => {
  const plan = make('mf-plan', {}, randomBytes(bytes));
  expect(await causes('mf-plan', plan, registryOf([SHELL, make(SHELL)]))).toEqual(expected);
});

test('the welcome page has a budget that its feature and the shell share', async () => {
  const registry = registryOf([SHELL, make(SHELL, {}, randomBytes(118_000))]);
  const survey = make('mf-survey', {}, randomBytes(7_000));
  expect(await causes('mf-survey', survey, registry)).toEqual([
    'The JavaScript of the welcome page weighs 125.0 kB; 122.0 kB are allowed.',
  ]);
});

/** A release with one more file, which is loaded later unless `load` names it. */
function makeWith(
  name: string,
  path: string,
  bytes: number,
  load: string[] = [],
  content: Buffer = randomBytes(bytes),
): Release {
  const { extras } = make(name);
  const integrity = integrityOf(content);
  const release = make(name, {
    assets: [...extras.assets, { path, integrity, bytes }],
    load: [...extras.load, ...load],
  });
  filesOf(release).set(path, content);
  return release;
}

test('files loaded later have a budget too, in which no page loads the service worker', async () => {
  const shell = registryOf([SHELL, make(SHELL)]);
  expect(await causes(SHELL, makeWith(SHELL, 'service-worker.js', 25_000), shell)).toEqual([]);
  expect(await causes('mf-plan', makeWith('mf-plan', 'server.js', 31_000), shell)).toEqual([]);
  expect(await causes('mf-plan', makeWith('mf-plan', 'later.js', 31_000), shell)).toEqual([
    'The JavaScript of mf-plan weighs 31.0 kB; 30.0 kB are allowed.',
  ]);
  expect(await causes(SHELL, makeWith(SHELL, 'pages.js', 25_000), shell)).toEqual([
    'What the shell loads later weighs 25.0 kB; 24.0 kB are allowed.',
  ]);
});

test.each(['page.css', 'letters.woff2', 'mark.svg'])(
  '%s of a feature counts towards its styles, fonts and images',
  async (path) => {
    const shell = registryOf([SHELL, make(SHELL)]);
    expect(await causes('mf-plan', makeWith('mf-plan', path, 19_900), shell)).toEqual([]);
    expect(await causes('mf-plan', makeWith('mf-plan', path, 20_100), shell)).toEqual([
      'The styles, fonts and images of mf-plan weighs 20.1 kB; 20.0 kB are allowed.',
    ]);
  },
);

test('code too large for any budget is not compressed first', async () => {
  // Compressed it would weigh next to nothing.
  const zeros = makeWith('mf-plan', 'zeros.js', 5_000_000, [], Buffer.alloc(5_000_000));
  expect((await causes('mf-plan', zeros, registryOf([SHELL, make(SHELL)])))[0]).toMatch(
    /weighs 50\d\d\.\d kB/,
  );
});

test.each([
  ['main.css', ['main.css']],
  ['figtree.woff2', []],
])('%s counts towards the style of the welcome page', async (file, load) => {
  const registry = registryOf([SHELL, make(SHELL)], ['mf-survey', make('mf-survey')]);
  expect(await causes(SHELL, makeWith(SHELL, file, 31_000, load), registry)).toEqual([
    'The style of the welcome page, fonts included, weighs 31.0 kB; 30.0 kB are allowed.',
  ]);
});
