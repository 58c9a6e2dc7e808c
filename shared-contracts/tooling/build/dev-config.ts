import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { PinChunks } from './pin-chunks.ts';
import { type BuildInput, commonConfig, featureConfig } from './webpack-preset.ts';

const DEVELOPMENT: Configuration = {
  mode: 'development',
  devtool: 'cheap-module-source-map',
  optimization: {},
};

/** A feature alone, with copies of its own of everything and a fake host: `main.js` and `main.css`. */
export function standaloneConfig(input: BuildInput): Configuration {
  const config = commonConfig(input, { react: { development: true, refresh: true } });
  return {
    ...config,
    ...DEVELOPMENT,
    entry: { main: './src/standalone.tsx' },
    output: { ...config.output, publicPath: '/' },
    plugins: [...(config.plugins ?? []), new ReactRefreshPlugin()],
  };
}

/** The container of a feature, for a shell that loads it instead of a release. */
export function remoteConfig(input: BuildInput & { contract: string }): Configuration {
  const config = featureConfig(input);
  return {
    ...config,
    ...DEVELOPMENT,
    // What changes with each edit cannot be pinned, and brings its source map itself.
    plugins:
      config.plugins?.filter(
        (plugin) => !(plugin instanceof PinChunks || plugin instanceof webpack.SourceMapDevToolPlugin),
      ) ?? [],
  };
}
