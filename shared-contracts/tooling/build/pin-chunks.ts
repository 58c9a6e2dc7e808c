import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import { SERVICE_WORKER_FILE } from '@stepwise/shared-contracts/federation/offline-app';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compilation, type Compiler } from 'webpack';
import { isSourceMap, replaceInAsset } from './source-maps.ts';

/** Makes the entry load a chunk only if it has the hash it was built with, as the document does with the entry. */
export class PinChunks {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = webpack.runtime;
    compiler.hooks.compilation.tap('PinChunks', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PinChunks',
        (source) => `${source}\n${pin('script', 'url')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'PinChunks',
        (source, { tag, href }) => `${source}\n${pin(tag, href)}`,
      );
      compilation.hooks.processAssets.tap(
        { name: 'PinChunks', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
        () => writePins(compilation),
      );
    });
  }
}

/** Stands for the chunks' hashes until they are known. No variable has these names, so the minimizer keeps them. */
const PLACEHOLDER = /__(script|style)_integrity__/g;

// Integrity-Policy takes a hash only together with `crossorigin`, and a preload serves a request of the same mode only.
const pin = (tag: string, url: string): string => {
  const kind = tag === 'script' ? 'script' : 'style';
  return `${tag}.crossOrigin = "anonymous"; ${tag}.integrity = __${kind}_integrity__[${url}.split("/").pop()];`;
};

function writePins(compilation: Compilation): void {
  const entries = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
  // In one order always: the version is hashed before the pins are in the entry.
  const chunks = compilation
    .getAssets()
    .filter(({ name }) => !entries.includes(name) && name !== SERVER_FILE && !isSourceMap(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const pinsOf = (extension: string): string =>
    JSON.stringify(
      Object.fromEntries(
        chunks
          .filter(({ name }) => name.endsWith(extension))
          .map(({ name, source }) => [name, integrityOf(source.buffer())]),
      ),
    );
  for (const file of entries.filter((name) => name.endsWith('.js'))) {
    const text = String(compilation.getAsset(file)?.source.source());
    if (!text.includes('__script_integrity__') && file !== SERVICE_WORKER_FILE)
      throw new Error(`${file} loads no chunks.`);
    replaceInAsset(compilation, file, PLACEHOLDER, ([, kind]) => pinsOf(kind === 'script' ? '.js' : '.css'));
  }
}
