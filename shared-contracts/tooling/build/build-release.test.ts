import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import { type Release, releaseSchema } from '@stepwise/shared-contracts/federation/registry';
import { readBuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { buildRelease } from './build-release.ts';
import { sourcePackage } from './source-packages.ts';

const MANIFEST = `export const manifest = {
  name: 'mf-sample', title: 'A sample', contract: '^0.1.0', routes: [], slots: ['welcome'],
};`;
const CALLS = join(import.meta.dirname, '../../src/calls/user.calls.ts');
const FEATURE = `import { useState } from 'react';
import { saveSupport } from '${CALLS}';
import { manifest } from './manifest.ts';
import styles from './sample.module.css';
export const threw = () => {
  throw 404;
};
const Sample = () => <p className={styles.sample}>{useState(saveSupport.path)[0]}</p>;
export const feature = { manifest, pages: {}, slots: { welcome: Sample } };`;

let root: string;
let releases: string;
const write = (path: string, content: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};

const build = async (name = 'mf-sample') =>
  releaseSchema.parse(await buildRelease(sourcePackage(root, name), releases));

/** A checkout in a folder of its own, since a process imports a manifest once. */
function writeCheckout(): void {
  root = mkdtempSync(join(tmpdir(), 'checkout-'));
  releases = join(root, 'releases');
  mkdirSync(releases);
  write('package-lock.json', '{}');
  write('shared-contracts/package.json', '{}');
  write('shared-contracts/src/calls.ts', '');
  write('shared-contracts/tooling/build/preset.ts', '');
  write('mf-sample/package.json', '{ "type": "module" }');
  write('mf-sample/src/sample.module.css', '.sample { color: red }');
  write('mf-sample/src/manifest.ts', MANIFEST);
  write('mf-sample/src/feature.tsx', FEATURE);
}
const removeCheckout = () => rmSync(root, { recursive: true });

describe('the release of a feature', () => {
  let release: Release;
  beforeAll(async () => {
    writeCheckout();
    release = await build();
  });
  afterAll(removeCheckout);

  test('a release holds every file with its hash and compressed forms, and says what a page needs first', async () => {
    const { version } = release.metadata;
    const folder = join(releases, 'features/mf-sample', version);
    const read = (file: string) => readFileSync(join(folder, file));

    expect(version).toMatch(/^0\.1\.0-[0-9a-f]{12}$/);
    expect(release.url).toBe(`/features/mf-sample/${version}/remoteEntry.js`);
    expect(release.extras.load).toEqual(['feature.css', 'remoteEntry.js', 'feature.js']);
    expect(JSON.parse(read('release.json').toString())).toEqual(release);
    expect(JSON.parse(read('mf-manifest.json').toString())).toMatchObject({
      name: 'mf-sample',
      metaData: { globalName: release.extras.container, buildInfo: { buildVersion: version } },
      shared: expect.arrayContaining([expect.objectContaining({ name: 'react', singleton: true })]),
      exposes: [{ assets: { js: { sync: ['feature.js'] }, css: { sync: ['feature.css'] } } }],
    });
    for (const { path, integrity, bytes } of release.extras.assets) {
      const content = read(path);
      expect(bytes).toBe(content.length);
      expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`);
      // No browser asks for it.
      if (path === SERVER_FILE) continue;
      expect(brotliDecompressSync(read(`${path}.br`))).toEqual(content);
      expect(gunzipSync(read(`${path}.gz`))).toEqual(content);
    }
    // Another release in the same page takes none of its chunks for its own.
    for (const file of ['remoteEntry.js', 'feature.js'])
      expect(String(read(file))).toContain(`webpackChunk${release.extras.container}`);
    // Its entry holds script and style sheet to their hashes.
    for (const { path, integrity } of release.extras.assets)
      if (path.startsWith('feature.')) expect(read('remoteEntry.js').toString()).toContain(integrity);
    // The server build is of the same sources and takes the same modules from the shell; both name elements alike.
    const server = read(SERVER_FILE).toString();
    expect(server).toContain('require("react/jsx-runtime")');
    expect(server).toContain('require("@stepwise/shared-contracts/calls/user.calls")');
    const [name] = /sample-[\w-]+/.exec(read('feature.css').toString()) ?? [];
    expect(read('feature.js').toString()).toContain(name);
    expect(server).toContain(name);
    // The container arrives in a global of this release only, and React is the shell's.
    expect(read('remoteEntry.js').toString()).toContain(`var ${release.extras.container}`);
    expect(read('feature.js').toString()).not.toContain('__CLIENT_INTERNALS');
  });

  test('a feature says which shared modules and calls it takes', async () => {
    const { extras } = release;
    expect(Object.keys(extras.requires ?? {})).toEqual([
      '@stepwise/shared-contracts/calls/user.calls',
      'react',
      'react/jsx-runtime',
    ]);
    expect(extras.requires?.['@stepwise/shared-contracts/calls/user.calls']).toBe(`^${CONTRACT_VERSION}`);
    expect(extras.calls?.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/save-support/']);
  });

  test('a source map beside the files names the place in the sources, in the entry with its pins as well', async () => {
    const { sourceMaps, files } = await readBuiltRelease(releases, 'mf-sample', release.metadata.version);
    const sourceOf = (file: string, text: string) => {
      const built = String(files.get(file));
      expect(built).not.toContain('sourceMappingURL');
      const lines = built.slice(0, built.indexOf(text)).split('\n');
      const map = new SourceMap(JSON.parse(String(gunzipSync(sourceMaps?.get(file) ?? ''))));
      expect(map.payload).not.toHaveProperty('sourcesContent');
      return map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
    };
    expect(sourceOf('feature.js', 'throw 404')).toMatchObject({
      originalSource: 'mf-sample/src/feature.tsx',
      originalLine: 5,
    });
    expect(sourceOf('remoteEntry.js', 'is not in container')).not.toEqual({});
    expect(release.extras.assets.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('.map'));
  });
});

describe('in a checkout of its own', () => {
  beforeEach(writeCheckout);
  afterEach(removeCheckout);

  test('the shell loads each later chunk only as it was built, and has one style sheet', async () => {
    write('shell/package.json', '{ "type": "module" }');
    write('shell/src/document/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write(
      'shell/src/main.tsx',
      `void import(/* webpackChunkName: "pages" */ './pages.ts').then(({ pages }) => document.write(pages));`,
    );
    write('shell/src/pages.ts', `import styles from './a.module.css'; export const pages = styles.a;`);
    write('shell/src/a.module.css', '.a { color: red }');
    write('shell/src/server/render-page.tsx', `export { pages as renderPage } from '../pages.ts';`);
    write('shell/src/service-worker/service-worker.ts', 'self.addEventListener("fetch", () => {});');
    const { url, extras } = await build('shell');
    const main = readFileSync(join(releases, url), 'utf8');
    const pages = extras.assets.find(({ path }) => path === 'pages.js');
    expect(main).toContain(`{"pages.js":"${pages?.integrity}"}`);
    expect(extras.load).toEqual(['main.css', 'main.js']);
    expect(extras.provides).toMatchObject({
      react: expect.any(String),
      '@stepwise/shared-contracts/router': CONTRACT_VERSION,
    });
    expect(extras.calls?.length).toBeGreaterThan(20);
    expect(extras.assets.map(({ path }) => path)).toEqual([
      'main.css',
      'main.js',
      'mark.svg',
      'pages.js',
      'server.js',
      'service-worker.js',
    ]);
  });

  test.each([
    ['src/feature.tsx', 'import "./gone.ts";', 'mf-sample: src/feature.tsx: Module not found'],
    ['src/feature.tsx', 'export const feature = ;', 'mf-sample: src/feature.tsx: '],
    [
      'src/feature.tsx',
      'export const feature = [1].toSorted();',
      'mf-sample: feature.js: newer than the supported browsers: .toSorted',
    ],
    ['src/feature.tsx', 'import { gone } from "./manifest.ts"; gone();', 'mf-sample: src/feature.tsx: '],
    [
      'src/manifest.ts',
      MANIFEST.replace('mf-sample', 'mf-other'),
      'mf-sample: src/manifest.ts: the name mf-other',
    ],
    ['src/manifest.ts', MANIFEST.replace("'^0.1.0'", 'undefined'), 'mf-sample: src/manifest.ts: '],
  ])('an error in %s (%s) names package and file and leaves no release', async (file, content, message) => {
    const before = readdirSync(releases, { recursive: true });
    write(`mf-sample/${file}`, content);
    await expect(build()).rejects.toThrow(message);
    expect(readdirSync(releases, { recursive: true })).toEqual(before);
  });
});
