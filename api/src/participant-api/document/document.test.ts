// In one file: each case is of the one document.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-manifest';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import { REGISTRY_SCHEMA, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import Koa from 'koa';
import { AppError } from '../../platform/errors/app-error.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { serveReleases } from '../../release-api/serve-releases.ts';
import { documentMiddleware } from './document-middleware.ts';
import { makeDocument } from './make-document.ts';
import { documentBody, offlineDocument } from './render-document.ts';

const asset = (path: string) => ({ path, integrity: `sha384-${path}`, bytes: 1 });
const SCRIPT = 'console.log("the same again, ".repeat(9))'.repeat(40);

const shell: Release = {
  url: '/shell/0.1.0-aa/main.js',
  metadata: { integrity: 'sha384-main.js', version: '0.1.0-aa' },
  extras: {
    assets: [
      'figtree.woff2',
      'main.css',
      'main.js',
      'main.js.LICENSE.txt',
      'mark.svg',
      'pages.js',
      'participant.js',
    ].map(asset),
    load: ['main.css', 'main.js', 'figtree.woff2'],
    contract: '^0.1.0',
    pinned: true,
  },
};
const feature = (manifest: Omit<FeatureManifest, 'contract'>): [string, Release[]] => [
  manifest.name,
  [
    {
      url: `/features/${manifest.name}/0.1.0-bb/remoteEntry.js`,
      metadata: { integrity: 'sha384-remoteEntry.js', version: '0.1.0-bb' },
      extras: {
        assets: ['feature.css', 'feature.js', 'remoteEntry.js'].map(asset),
        load: ['feature.css', 'remoteEntry.js', 'feature.js'],
        contract: '^0.1.0',
        pinned: true,
        container: 'c',
        manifest: { ...manifest, contract: '^0.1.0' },
      },
    },
  ],
];
const registry: Registry = {
  schema: REGISTRY_SCHEMA,
  revision: 1,
  microFrontends: {
    shell: [shell],
    ...Object.fromEntries([
      feature({
        name: 'mf-survey',
        title: 'The survey',
        routes: [{ path: '/survey', exact: true, page: 'survey', access: 'anyone' }],
        slots: ['welcome'],
      }),
      feature({
        name: 'mf-plan',
        title: 'Your plan',
        routes: [{ path: '/plan', page: 'plan', access: 'participant' }],
        slots: [],
      }),
      feature({ name: 'mf-tracker', title: 'Timeline', routes: [], slots: ['home-timeline'] }),
    ]),
  },
};

test('a page that the server may render has the style sheets of its feature, with their hashes', () => {
  const rendered = structuredClone(registry);
  for (const release of rendered.microFrontends['mf-survey'] ?? [])
    release.extras.assets.push(asset(SERVER_FILE));
  const input = {
    shell,
    person: 'Pat',
    path: '/survey',
    loggedIn: false,
    nonce: 'n',
    site: buildSiteContent(),
  };
  const link =
    '<link rel="stylesheet" href="/features/mf-survey/0.1.0-bb/feature.css" integrity="sha384-feature.css" crossorigin>';
  expect(offlineDocument({ ...input, registry: rendered })).toContain(link);
  expect(offlineDocument({ ...input, registry })).not.toContain(link);
});

test.each([
  ['for a visitor', false, null, '{product} needs JavaScript.'],
  [
    'for a visitor who can read it',
    false,
    '<main></main>',
    'You can read this page without JavaScript. To answer, sign up or log in, {product} needs it.',
  ],
  [
    'for a participant who can read it',
    true,
    '<main></main>',
    'You can read this page without JavaScript. To do more, {product} needs it.',
  ],
])('a page without JavaScript says %s what it needs, and whom to call', (_, loggedIn, markup, words) => {
  const site = buildSiteContent();
  const input = { registry, shell, person: 'Pat', path: '/', loggedIn, nonce: 'n', site, bar: '<p>Bar</p>' };
  const body = documentBody(input, undefined, '{}', markup);
  const [, said = ''] = /<noscript><p class="notice">(.*?)<\/p>/.exec(body) ?? [];
  const call = ({ tel, number, name }: typeof site.emergency) => `<a href="${tel}">${number}</a> (${name})`;
  expect(said).toBe(
    `${words.replace('{product}', site.productName)} Please switch it on in your browser and load this page again. In an emergency call ${call(site.emergency)}. To talk to someone at any hour call ${call(site.counselling)}.`,
  );
  expect(body.indexOf('<p>Bar</p>')).toBeLessThan(body.indexOf('id="app"'));
});

test.each(['<main></main>', null])(
  'a document whose page is rendered as %s knows whether it has it',
  async (markup) => {
    const input = { registry, shell, person: 'Pat', path: '/', loggedIn: false, nonce: 'n', bar: '' };
    const asked = { address: '/', person: undefined };
    const { finish } = makeDocument({ ...input, site: buildSiteContent() }, asked, async () => markup);
    expect(await finish({ json: new JsonText('[]'), isForEverybody: true })).toMatchObject({
      hasMarkup: markup !== null,
    });
  },
);

const preloaded = (path: string, loggedIn: boolean): string[] =>
  [
    ...offlineDocument({
      registry,
      shell,
      person: 'Pat',
      path,
      loggedIn,
      nonce: 'n',
      site: buildSiteContent(),
    }).matchAll(/<link rel="preload" as="(?:script|style)" href="([^"]+)"/g),
  ].map(([, href]) => href as string);
const filesOf = (name: string) =>
  ['feature.css', 'remoteEntry.js', 'feature.js'].map((file) => `/features/${name}/0.1.0-bb/${file}`);
const PARTICIPANT = '/shell/0.1.0-aa/participant.js';
const SHELL_PAGES = [PARTICIPANT, '/shell/0.1.0-aa/pages.js'];

test.each([
  ['/', false, filesOf('mf-survey')],
  ['/', true, [...SHELL_PAGES, ...filesOf('mf-tracker')]],
  ['/survey', false, filesOf('mf-survey')],
  ['/survey/more', false, SHELL_PAGES],
  ['/plan', true, [PARTICIPANT, ...filesOf('mf-plan')]],
  ['/plan/summary', true, [PARTICIPANT, ...filesOf('mf-plan')]],
  ['/plan', false, SHELL_PAGES],
  ['/about', false, SHELL_PAGES],
])('%s, logged in %s, preloads %j', (path, loggedIn, files) => {
  expect(preloaded(path, loggedIn)).toEqual(files);
});

test('content that looks like markup stays content', () => {
  const site = { ...buildSiteContent(), productName: '</script><script>alert("1")</script>' };
  const html = offlineDocument({
    registry,
    shell,
    person: 'Pat',
    path: '/',
    loggedIn: false,
    nonce: 'n',
    site,
  });
  expect(html).not.toContain('<script>alert');
  expect(html).toContain(`<meta name="description" content="${site.trial}.">`);
  const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] as string;
  const { site: read, features, scriptFolders } = bootDataSchema.parse(JSON.parse(boot));
  expect(read.productName).toBe(site.productName);
  expect(features.map(({ manifest }) => manifest.name)).toEqual(['mf-plan', 'mf-survey', 'mf-tracker']);
  expect(scriptFolders).toEqual([
    '/shell/0.1.0-aa/',
    '/features/mf-plan/0.1.0-bb/',
    '/features/mf-survey/0.1.0-bb/',
    '/features/mf-tracker/0.1.0-bb/',
  ]);
});

let folder: string;
let loggedIn: boolean;
let isAway: boolean;
let url: string;
const errors: unknown[] = [];
let served: Registry;
const server = new Koa()
  .use(async (ctx, next) => {
    await next().catch((error: unknown) => {
      errors.push(error);
      ctx.status = error instanceof AppError ? error.status : 500;
    });
  })
  .use(
    serveReleases(
      async (name, version) => join(folder, releasePath({ name, version })),
      async () => {
        if (isAway) throw new Error('The registry is away.');
        return served;
      },
    ),
  )
  .use((ctx, next) =>
    documentMiddleware({
      readRegistry: async () => served,
      participant: () => (loggedIn ? 'ada' : undefined),
      person: () => 'Pat',
      failedShell: () => undefined,
      siteContent: buildSiteContent,
      overrides: () => ({}),
      preview: async () => undefined,
      answers: async () => undefined,
      renderMarkup: async () => null,
      mayRender: async () => true,
    })(ctx, next),
  )
  .listen(0, '127.0.0.1');

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  const release = join(folder, 'features/mf-plan/0.1.0-bb');
  mkdirSync(release, { recursive: true });
  writeFileSync(join(release, 'feature.js'), SCRIPT);
  writeFileSync(join(release, 'feature.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(release, 'feature.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(release, 'release.json'), '{}');
  writeFileSync(join(folder, 'secret.js'), 'secret');
});
beforeEach(() => {
  isAway = false;
  loggedIn = false;
  errors.length = 0;
  served = registry;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A request whose path reaches the server as written. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    request(url, { path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });

const ASSET = '/features/mf-plan/0.1.0-bb/feature.js';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('to Accept-Encoding %s a release answers %s, for ever', async (accepted, encoding) => {
  const { status, headers } = await get(ASSET, { 'accept-encoding': accepted });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers.vary).toContain('Accept-Encoding');
});

test.each([
  ['/', false, undefined],
  ['/about', false, undefined],
  ['/plan', false, 'noindex'],
  ['/', true, 'noindex'],
])('to search engines %s, logged in %s, says %s', async (path, isLoggedIn, expected) => {
  loggedIn = isLoggedIn;
  expect((await get(path)).headers['x-robots-tag']).toBe(expected);
});

test('every form of a release is the same script', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(url + ASSET, { headers: { 'accept-encoding': encoding } });
    expect(await response.text()).toBe(SCRIPT);
  }
});

test('a second attempt gets the same file by another address', async () => {
  const response = await fetch(`${url}/features/mf-plan/0.1.0-bb/~2/feature.js`);
  expect(await response.text()).toBe(SCRIPT);
});

test.each([
  '/features/mf-plan/0.1.0-bb/missing.js',
  '/features/mf-plan/0.1.0-bb/~/feature.js',
  '/features/mf-plan/0.1.0-bb/release.json',
  '/features/mf-plan/0.1.0-bb/feature.js.br',
  '/features/mf-plan/0.1.0-bb/../../../secret.js',
  '/features/mf-plan/../secret.js',
  '/features/..%2f..%2fsecret.js',
  '/features/mf-plan/0.1.0-bb/%2e%2e/secret.js',
  '/shell/',
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
  expect(errors).toMatchObject([{ code: 'not-found' }]);
});

test('a page is answered with the document, which is never cached', async () => {
  loggedIn = true;
  const response = await fetch(`${url}/plan`);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
  expect(policy).not.toContain('unsafe');
  // What hears of a shell that fails comes before it.
  const watcher = `<script nonce="${nonce}" data-version="0.1.0-aa" data-entry="/shell/0.1.0-aa/main.js">`;
  expect(html.indexOf(watcher)).toBeGreaterThan(0);
  expect(html.indexOf(watcher)).toBeLessThan(html.indexOf('<script defer'));
  expect(html).toContain(
    `<script defer src="/shell/0.1.0-aa/main.js" integrity="sha384-main.js" crossorigin nonce="${nonce}">`,
  );
  expect(html).toContain(
    `href="/features/mf-plan/0.1.0-bb/feature.js" integrity="sha384-feature.js" crossorigin nonce="${nonce}">`,
  );
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
  expect(html).toContain('"loggedIn":true');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await (await fetch(`${url}/plan`)).text()).not.toContain(nonce);
});

/** The registry as it was before releases pinned anything, in these packages. */
const withoutPins = (...names: string[]): Registry => ({
  ...registry,
  microFrontends: Object.fromEntries(
    Object.entries(registry.microFrontends).map(([name, releases]) => [
      name,
      releases.map(({ extras: { pinned, ...extras }, ...release }) => ({
        ...release,
        extras: names.includes(name) ? extras : { pinned, ...extras },
      })),
    ]),
  ),
});

test.each([
  ['a feature', 'mf-plan', true],
  ['the shell', 'shell', false],
])('%s from before releases pinned their chunks still runs', async (_, name, trustedTypes) => {
  served = withoutPins(name);
  const { headers } = await fetch(`${url}/plan`);
  expect(headers.get('integrity-policy')).toBeNull();
  expect(headers.get('content-security-policy')?.includes('trusted-types')).toBe(trustedTypes);
});

test('calls, files and other methods are not pages', async () => {
  expect((await get('/api/all-data/')).status).toBe(404);
  expect((await get('/favicon.ico')).status).toBe(404);
  expect((await fetch(`${url}/plan`, { method: 'POST' })).status).toBe(405);
});

test('an address that looks like a file’s is a page for a browser that navigates to it', async () => {
  const goTo = (path: string) => fetch(url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect((await goTo('/index.html')).headers.get('content-type')).toMatch('text/html');
  expect((await goTo('/api/nothing.html')).status).toBe(404);
});

test('without a live shell there is no page, and that is said with a code', async () => {
  served = { ...registry, microFrontends: {} };
  expect((await get('/')).status).toBe(503);
  expect(errors).toMatchObject([{ code: 'unavailable' }]);
});

test('a release on the disk is served while no registry can be read', async () => {
  isAway = true;
  expect((await get('/features/mf-plan/0.1.0-bb/feature.js')).status).toBe(200);
});
