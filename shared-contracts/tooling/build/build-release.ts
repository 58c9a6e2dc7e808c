import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import {
  type FeatureManifest,
  featureManifestSchema,
} from '@stepwise/shared-contracts/federation/feature-manifest';
import { FEDERATION_MANIFEST, SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import {
  type Release,
  type ReleaseAsset,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { RELEASE_FILE } from '@stepwise/shared-contracts/release/built-releases';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';
import webpack, { type Compilation, type Configuration, type StatsError } from 'webpack';
import * as z from 'zod/mini';
import { AttachServerBuild } from './attach-server-build.ts';
import { BuildError } from './build-error.ts';
import { openDraft, placeRelease } from './build-folder.ts';
import { findUnsupportedInScript, findUnsupportedInStyles } from './check-browser-support.ts';
import { CollectDependencies } from './collect-dependencies.ts';
import { writeCompressed } from './compressed.ts';
import { federationManifest } from './federation-manifest.ts';
import { recordBuilt } from './find-built.ts';
import { describeForeignGlobals, findForeignGlobals } from './find-foreign-globals.ts';
import { compressSourceMaps } from './source-maps.ts';
import { type SourcePackage, sourcePackage } from './source-packages.ts';
import { StampVersion } from './stamp-version.ts';
import {
  type BuildInput,
  featureConfig,
  serverConfig,
  sharedVersions,
  shellConfig,
} from './webpack-preset.ts';

const ATTEMPTS = 3;

/**
 * Builds one release into its place below `folder`, whole or not at all; where what was built is there already, that
 * one stays. Sources that change meanwhile are built again, so that no release is half of one state and half of another.
 * Throws BuildError.
 */
export async function buildRelease(source: SourcePackage, folder: string): Promise<Release> {
  let { inputs } = source;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const draft = await openDraft(folder);
    try {
      const release = await fillDraft(source, draft);
      const before = inputs;
      inputs = sourcePackage(source.root, source.name).inputs;
      if (inputs === before) {
        await placeRelease(draft, join(folder, releaseFolder(release)));
        await recordBuilt(folder, { ...source, inputs }, release);
        return release;
      }
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  throw new BuildError(`${source.name}: its sources keep changing while they are built. Please build again.`);
}

async function fillDraft({ name, folder }: SourcePackage, output: string): Promise<Release> {
  const manifest = name === SHELL ? undefined : await readManifest(name, folder);
  const contract = manifest?.contract ?? `^${CONTRACT_VERSION}`;
  const needs = new CollectDependencies();
  const describe = (): Omit<Release['extras'], 'assets' | 'load'> =>
    manifest
      ? { contract, manifest, requires: requiredRanges(needs.shared), calls: needs.calls }
      : // The shell brings every call to the features.
        {
          contract,
          provides: sharedVersions(CONTRACT_VERSION),
          calls: Object.values<Call>(allCalls).map(shapeOfCall),
        };
  const stamp = new StampVersion(contract.replace(/^[~^]/, ''), describe);
  const input: BuildInput = { name, folder, version: stamp.version, output };
  const config = manifest ? featureConfig({ ...input, contract }) : shellConfig(input);
  const server = new AttachServerBuild(await buildServer(input));
  const plugins = [...(config.plugins ?? []), needs, server, stamp];
  const compilation = await compile(input, { ...config, plugins });
  const { version } = stamp;
  const load = [
    ...(compilation.entrypoints.get(manifest ? containerName(input) : 'main')?.getFiles() ?? []),
    ...(compilation.namedChunks.get('feature')?.files ?? []),
    ...Object.keys(compilation.assets).filter((file) => file.endsWith('.woff2')),
  ].sort((a, b) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')));
  const entry = load.find((file) => file.endsWith('.js'));
  if (!entry) throw new BuildError(`${name}: the build made no script.`);

  const files = await listFiles(output);
  await rejectTooNew(name, output, files);
  if (manifest) await rejectForeignGlobals(name, output, files);
  await compressSourceMaps(output);
  const assets = await Promise.all(files.map((file) => compressAsset(output, file)));
  const release: Release = {
    url: `/${releasePath({ name, version })}/${entry}`,
    metadata: { integrity: assets.find((asset) => asset.path === entry)?.integrity ?? '', version },
    extras: {
      assets,
      load,
      pinned: true,
      ...(manifest && { container: containerName({ name, version }) }),
      ...describe(),
    },
  };
  if (manifest) {
    await writeFile(join(output, FEDERATION_MANIFEST), JSON.stringify(federationManifest(name, release)));
    assets.push(await compressAsset(output, FEDERATION_MANIFEST));
  }
  await writeFile(join(output, RELEASE_FILE), JSON.stringify(release, null, 2));
  return release;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

/** The server build, with the version's placeholder in it. */
async function buildServer(input: BuildInput): Promise<Buffer> {
  const output = join(input.output, 'server');
  await compile(input, serverConfig({ ...input, output }));
  const script = await readFile(join(output, SERVER_FILE));
  await rm(output, { recursive: true });
  return script;
}

/** Throws BuildError where a built file needs a newer browser than those that are supported. */
async function rejectTooNew(name: string, folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (file === SERVER_FILE) continue;
    const find = file.endsWith('.js')
      ? findUnsupportedInScript
      : file.endsWith('.css')
        ? findUnsupportedInStyles
        : null;
    const found = find?.(await readFile(join(folder, file), 'utf8')) ?? [];
    if (found.length > 0)
      throw new BuildError(`${name}: ${file}: newer than the supported browsers: ${found.join(', ')}`);
  }
}

/** Throws BuildError where a feature's script uses a global of another feature, or one that another could use. */
async function rejectForeignGlobals(name: string, folder: string, files: readonly string[]): Promise<void> {
  const own = containerName({ name, version: '' });
  for (const file of files) {
    if (!file.endsWith('.js') || file === SERVER_FILE) continue;
    const found = findForeignGlobals(await readFile(join(folder, file), 'utf8'), own);
    if (found.length > 0) throw new BuildError(describeForeignGlobals(`${name}: ${file}`, found));
  }
}

/** From the versions that it was built against: what it uses may be no older. */
function requiredRanges(shared: readonly string[]): Record<string, string> {
  const versions = sharedVersions(CONTRACT_VERSION);
  return Object.fromEntries(shared.map((name) => [name, `^${versions[name]}`]));
}

async function readManifest(name: string, folder: string): Promise<FeatureManifest> {
  const invalid = (reason: string) => new BuildError(`${name}: src/manifest.ts: ${reason}`);
  const loaded = await import(join(folder, 'src/manifest.ts')).catch((error: Error) => {
    throw invalid(error.message);
  });
  const parsed = featureManifestSchema.safeParse(loaded.manifest);
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error));
  if (parsed.data.name !== name) throw invalid(`the name ${parsed.data.name} is not its folder's`);
  return parsed.data;
}

function compile({ name, folder }: BuildInput, config: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(new BuildError(`${name}: ${error.message}`));
        if (!stats) return reject(new BuildError(`${name}: webpack gave no result.`));
        const { errors = [] } = stats.toJson({ all: false, errors: true, ids: true });
        if (errors.length > 0)
          return reject(new BuildError(errors.map((one) => describe(name, folder, one)).join('\n')));
        resolve(stats.compilation);
      });
    });
  });
}

function describe(name: string, folder: string, { moduleIdentifier, file, message }: StatsError): string {
  const path = moduleIdentifier?.split('!').at(-1)?.split('|')[0];
  return `${name}: ${path?.startsWith('/') ? relative(folder, path) : (file ?? 'build')}: ${message}`;
}

/** Writes the compressed forms beside a file and returns what the registry pins of it. */
async function compressAsset(folder: string, path: string): Promise<ReleaseAsset> {
  const content = await readFile(join(folder, path));
  await writeCompressed(folder, path, content);
  return { path, integrity: integrityOf(content), bytes: content.length };
}
