import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { SERVER_FILE, SHELL } from '@stepwise/shared-contracts/federation/names';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';
import { SUPPORTED_BROWSERS } from '@stepwise/shared-contracts/release/supported-browsers';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type ExternalItemFunctionData } from 'webpack';
import { PinChunks } from './pin-chunks.ts';
import { SHARED_CONTRACTS, SHARED_PACKAGES } from './shared-modules.ts';
import { sourceMaps } from './source-maps.ts';

export interface BuildInput {
  /** The package's folder. */
  folder: string;
  /** The package's name without its scope: `shell`, `mf-plan`. */
  name: string;
  version: string;
  /** Where the files of the release go. */
  output: string;
}

const require = createRequire(import.meta.url);

function versionOf(packageName: string): string {
  return (require(`${packageName}/package.json`) as { version: string }).version;
}

/** What the shell provides: the version of each shared module by its name in the share scope. */
export const sharedVersions = (contractVersion: string): Record<string, string> =>
  Object.fromEntries([
    ...SHARED_PACKAGES.map((name) => [name, versionOf(name.split('/')[0] ?? name)]),
    ...SHARED_CONTRACTS.map((subpath) => [`@stepwise/shared-contracts/${subpath}`, contractVersion]),
  ]);

/** What a feature takes from the shell. There is no bundled fallback: a second React would break every hook. */
function consumedModules(contract: string): Record<string, object> {
  const consume = (shareKey: string, requiredVersion: string) => ({
    import: false,
    shareKey,
    singleton: true,
    strictVersion: true,
    requiredVersion,
  });
  const packages = SHARED_PACKAGES.map((name) => {
    const [packageName = name] = name.split('/');
    return [name, consume(name, `^${versionOf(packageName)}`)];
  });
  // Keyed by file, so that a relative import inside shared-contracts meets the shared instance too.
  const contracts = SHARED_CONTRACTS.map((subpath) => {
    const shareKey = `@stepwise/shared-contracts/${subpath}`;
    const file = require.resolve(shareKey);
    return [file, consume(shareKey, contract)];
  });
  return Object.fromEntries([...packages, ...contracts]);
}

/** React Router's exports resolve to its development build, with checks and warnings that production does not need. */
function routerAlias(): Record<string, string> {
  const router = dirname(
    createRequire(require.resolve('react-router-dom')).resolve('react-router/package.json'),
  );
  return { [join(router, 'dist/development')]: join(router, 'dist/production') };
}

/**
 * A class in a release, by its name and its file: two releases can meet in one page, and their classes must not. Names of a
 * file end alike, which compresses well.
 */
const classOf = ({ folder, name, version }: BuildInput, file: string, local: string): string => {
  const hash = createHash('sha256')
    .update(`${name} ${relative(folder, file)}`)
    .digest('hex');
  return `${local}-${hash.slice(0, 6)}-${version.split('-').at(-1)}`;
};

interface Variant {
  /** Adds to the options of swc's transform for it. */
  react?: object;
  /** For the server: class names without the style sheets behind them. */
  isServer?: boolean;
}

/** What every build has in common. */
export function commonConfig(
  input: BuildInput,
  { react = {}, isServer = false }: Variant = {},
): Configuration {
  const { folder, name, version, output } = input;
  const unique = containerName({ name, version });
  return {
    mode: 'production',
    context: folder,
    target: `browserslist:${SUPPORTED_BROWSERS.join(', ')}`,
    devtool: false,
    output: {
      path: output,
      // The folder is the version, so no file name carries a hash.
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name][ext]',
      publicPath: 'auto',
      uniqueName: unique,
      // What webpack makes of the name itself lacks the version, and a second release in a page would run the first one's code.
      chunkLoadingGlobal: `webpackChunk${unique}`,
      crossOriginLoading: 'anonymous',
      // Shorter than the shell's time-out, so that a chunk that hangs is gone by the time someone tries again.
      chunkLoadTimeout: 8000,
    },
    resolve: { alias: routerAlias() },
    module: {
      parser: { javascript: { exportsPresence: 'error' } },
      rules: [
        {
          // The published shared-contracts are JavaScript for Node, for newer engines than the browsers.
          test: /\.tsx?$|\/shared-contracts\/src\/.+\.js$/,
          loader: require.resolve('swc-loader'),
          options: {
            env: { targets: SUPPORTED_BROWSERS },
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false, ...react } },
              experimental: { keepImportAttributes: true },
            },
          },
        },
        {
          test: /\.css$/,
          use: [
            ...(isServer ? [] : [MiniCssExtractPlugin.loader]),
            {
              loader: require.resolve('css-loader'),
              options: {
                modules: {
                  auto: true,
                  namedExport: false,
                  exportOnlyLocals: isServer,
                  exportLocalsConvention: 'as-is',
                  getLocalIdent: ({ resourcePath }: { resourcePath: string }, _name: string, local: string) =>
                    classOf(input, resourcePath, local),
                },
              },
            },
          ],
        },
        { test: /\.(svg|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css' })],
    optimization: {
      splitChunks: false,
      chunkIds: 'named',
      // Names inside a release are private to it, so the shortest will do.
      moduleIds: 'size',
      mangleExports: 'size',
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify })],
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
  };
}

/** The shell: `main.js`, `main.css`, the font, the mark and the service worker. It provides every shared module. */
export function shellConfig(input: BuildInput): Configuration {
  const config = commonConfig(input);
  return {
    ...config,
    entry: {
      main: ['./src/main.tsx', './src/document/mark.svg'],
      'service-worker': './src/service-worker/service-worker.ts',
    },
    output: { ...config.output, publicPath: `/${releasePath(input)}/` },
    optimization: {
      ...config.optimization,
      // One style sheet: loading a second one takes more code than the pages' styles weigh.
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // Its modules are in no other file: the shell's own pages load it beside theirs. webpack takes no name of a chunk
          // that exists for it, so the imports have another one.
          participant: {
            type: /^javascript/,
            test: (module, { chunkGraph }) =>
              [...chunkGraph.getModuleChunksIterable(module)].some(
                ({ name }) => name === 'participant-bundle',
              ),
            name: 'participant',
            chunks: 'async',
            enforce: true,
          },
          styles: { type: 'css/mini-extract', name: 'main', chunks: 'all', enforce: true },
        },
      },
    },
    plugins: [
      ...(config.plugins ?? []),
      // Leaves out of Module Federation's runtime what reads other hosts' manifests, and Node's part of it.
      new webpack.DefinePlugin({ FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' }),
      sourceMaps(input.name),
      new PinChunks(),
    ],
  };
}

/** A feature: `remoteEntry.js`, the container of `./feature`, and `feature.js` with `feature.css` behind it. */
export function featureConfig(input: BuildInput & { contract: string }): Configuration {
  const config = commonConfig(input);
  return {
    ...config,
    entry: {},
    plugins: [
      ...(config.plugins ?? []),
      new webpack.container.ModuleFederationPlugin({
        name: containerName(input),
        filename: 'remoteEntry.js',
        exposes: { './feature': { import: './src/feature.tsx', name: 'feature' } },
        shared: consumedModules(input.contract),
      }),
      sourceMaps(input.name),
      new PinChunks(),
    ],
  };
}

/** The modules that a feature's server build takes from the shell's, by file or by name. */
function serverExternals(): (data: ExternalItemFunctionData) => Promise<string | undefined> {
  const names = new Map<string, string>([
    ...SHARED_PACKAGES.map((name) => [name, name] as const),
    ...SHARED_CONTRACTS.map((subpath) => {
      const name = `@stepwise/shared-contracts/${subpath}`;
      return [require.resolve(name), name] as const;
    }),
  ]);
  return async ({ context = '', request = '', getResolve }) => {
    if (names.has(request)) return names.get(request);
    const file = await new Promise<string | false | undefined>((resolve, reject) => {
      getResolve?.()(context, request, (error, found) => (error ? reject(error) : resolve(found)));
    });
    return file ? names.get(file) : undefined;
  };
}

/**
 * The pages of the same sources for the server, one script. The shell's brings `renderPage` and the shared modules; a
 * feature's asks for those by `require`.
 */
export function serverConfig(input: BuildInput): Configuration {
  const config = commonConfig(input, { isServer: true });
  const isShell = input.name === SHELL;
  return {
    ...config,
    target: 'es2023',
    entry: { server: isShell ? './src/server/render-page.tsx' : './src/feature.tsx' },
    output: {
      ...config.output,
      filename: SERVER_FILE,
      publicPath: '',
      chunkFormat: 'commonjs',
      library: { type: 'commonjs2' },
    },
    ...(!isShell && { externalsType: 'commonjs', externals: serverExternals() }),
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}
