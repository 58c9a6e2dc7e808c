import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { type Release, registrySchema, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { shellConfig } from '@stepwise/tooling/build/webpack-preset';
import { makeLive } from '@stepwise/tooling/release/make-live';
import webpack, { type Configuration, type Stats } from 'webpack';

/**
 * Builds the same sources as one script into `releases`, without federation, and makes it live there. The server then
 * gives the same document for it, without preloads of features.
 */
export async function buildMonolith(root: string, live: string, releases: string): Promise<void> {
  const registry = registrySchema.parse(JSON.parse(readFileSync(join(live, 'registry.json'), 'utf8')));
  const features = Object.keys(registry.microFrontends).filter((name) => name !== SHELL);
  const version = '0.0.0-monolith';
  const output = join(releases, SHELL, version);
  mkdirSync(output, { recursive: true });
  const loader = join(releases, 'load-feature.ts');
  writeFileSync(loader, staticLoader(root, features));

  const config = shellConfig({ name: SHELL, folder: join(root, SHELL), version, output });
  const compile = promisify<Configuration, Stats | undefined>(webpack);
  const stats = await compile({
    ...config,
    module: { ...config.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    plugins: [
      ...(config.plugins ?? []).filter((plugin) => plugin?.constructor.name !== 'PinChunks'),
      new webpack.NormalModuleReplacementPlugin(/\/load-feature\.ts$/, loader),
    ],
  });
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString({ all: false, errors: true }));

  const files = readdirSync(output).filter((file) => !file.endsWith('.txt'));
  const assets = files.map((path) => {
    const content = readFileSync(join(output, path));
    if (!path.endsWith('.woff2')) writeFileSync(join(output, `${path}.br`), brotliCompressSync(content));
    return { path, integrity: integrityOf(content), bytes: content.length };
  });
  const [shell] = registry.microFrontends[SHELL] ?? [];
  if (!shell) throw new Error('The shell is not built. Run `npm run build`.');
  const monolith: Release = {
    url: `/${SHELL}/${version}/main.js`,
    metadata: { version, integrity: assets.find(({ path }) => path === 'main.js')?.integrity ?? '' },
    extras: { ...shell.extras, assets },
  };
  const inside = features.map((name): [string, Release | undefined] => {
    const release = registry.microFrontends[name]?.[0];
    return [name, release && { ...release, extras: { ...release.extras, load: [] } }];
  });
  await makeLive(releases, new Map([[SHELL, monolith], ...inside]));
}

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
