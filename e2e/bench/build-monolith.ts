import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { RELEASE_FILE, readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { nameNewest } from '@stepwise/tooling/build/build-folder';
import { shellConfig } from '@stepwise/tooling/build/webpack-preset';
import webpack, { type Configuration, type Stats } from 'webpack';

/**
 * Builds the same sources as one script into the build's folder `output`, without federation, beside the features of the
 * build in `folder`. A server that brings it gives the same document for it, without preloads of features.
 */
export async function buildMonolith(root: string, folder: string, output: string): Promise<void> {
  const built = await readBuilt(folder);
  const features = built.filter(({ name }) => name !== SHELL);
  const version = '0.0.0-monolith';
  const place = join(output, SHELL, version);
  mkdirSync(place, { recursive: true });
  const loader = join(output, 'load-feature.ts');
  writeFileSync(
    loader,
    staticLoader(
      root,
      features.map(({ name }) => name),
    ),
  );

  const config = shellConfig({ name: SHELL, folder: join(root, SHELL), version, output: place });
  const compile = promisify<Configuration, Stats | undefined>(webpack);
  const stats = await compile({
    ...config,
    module: { ...config.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    plugins: [
      ...(config.plugins ?? []).filter((plugin) => !OMITTED_PLUGINS.includes(plugin?.constructor.name ?? '')),
      new webpack.NormalModuleReplacementPlugin(/\/load-feature\.ts$/, loader),
    ],
  });
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString({ all: false, errors: true }));

  const files = readdirSync(place);
  const assets = files.map((path) => {
    const content = readFileSync(join(place, path));
    if (!path.endsWith('.woff2')) writeFileSync(join(place, `${path}.br`), brotliCompressSync(content));
    return { path, integrity: integrityOf(content), bytes: content.length };
  });
  const shell = built.find(({ name }) => name === SHELL);
  if (!shell) throw new Error('The shell is not built. Run `npm run build`.');
  const monolith: Release = {
    url: `/${SHELL}/${version}/main.js`,
    metadata: { version, integrity: assets.find(({ path }) => path === 'main.js')?.integrity ?? '' },
    extras: { ...shell.release.extras, assets },
  };
  writeFileSync(join(place, RELEASE_FILE), JSON.stringify(monolith));
  for (const { name, release } of features) {
    const path = releasePath({ name, version: release.metadata.version });
    cpSync(join(folder, path), join(output, path), { recursive: true });
    const withoutPreloads: Release = { ...release, extras: { ...release.extras, load: [] } };
    writeFileSync(join(output, path, RELEASE_FILE), JSON.stringify(withoutPreloads));
  }
  const versions = features.map(({ name, release }) => [name, release.metadata.version]);
  await nameNewest(output, { ...Object.fromEntries(versions), [SHELL]: version });
}

/** Of chunks, of which there are none, and of source maps, which nothing here reads. */
const OMITTED_PLUGINS = ['PinChunks', 'SourceMapDevToolPlugin'];

/** In the place of the shell's `load-feature.ts`: every feature is in the script. */
const staticLoader = (root: string, features: readonly string[]): string => `
import { createStore } from '${root}/node_modules/zustand/esm/vanilla.mjs';
${features.map((name, index) => `import { feature as feature${index} } from '${root}/${name}/src/feature.tsx';`).join('\n')}
const modules = [${features.map((_, index) => `feature${index}`).join(', ')}];
export function createFeatureLoader({ features, shellPages }) {
  const parts = Object.fromEntries(modules.map((feature) => [feature.manifest.name, feature]));
  const state = createStore(() => ({ features, parts }));
  const own = shellPages().then((pages) =>
    state.setState({ parts: { ...parts, shell: { pages, slots: {} } } }),
  );
  return { state, loadFeature: () => own, giveUp: () => {} };
}
`;
