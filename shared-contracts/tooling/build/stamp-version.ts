import { createHash } from 'node:crypto';
import webpack, { type Compiler } from 'webpack';
import { isSourceMap } from './source-maps.ts';

const DIGITS = 12;

/**
 * Stands for a release's hash until its files are known. It fits a path, a variable and a class alike, and is as long as the
 * hash, so that source maps stay true.
 */
const PLACEHOLDER = '__rel_hash__';

/**
 * Gives a release the version `<contract>-<hash>`: the hash of the files that the build wrote and of what it says they
 * need. Files that name their own version are hashed before they have it.
 */
export class StampVersion {
  readonly #contract: string;
  readonly #describe: () => object;
  #hash = PLACEHOLDER;

  /** `contract` is the lowest version of shared-contracts that will do; `describe` is asked once the scripts are built. */
  constructor(contract: string, describe: () => object) {
    this.#contract = contract;
    this.#describe = describe;
  }

  /** With the placeholder until the build has ended. */
  get version(): string {
    return `${this.#contract}-${this.#hash}`;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StampVersion', (compilation) => {
      // After the minimizer, and before PinChunks takes the hashes of the chunks.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1;
      compilation.hooks.processAssets.tap({ name: 'StampVersion', stage }, (assets) => {
        const files = Object.entries(assets)
          .filter(([file]) => !isSourceMap(file))
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const hash = createHash('sha256').update(JSON.stringify(this.#describe()));
        for (const [file, source] of files)
          hash.update(`\0${file}\0${source.size()}\0`).update(source.buffer());
        this.#hash = hash.digest('hex').slice(0, DIGITS);
        for (const [file, source] of files)
          if (/\.(js|css)$/.test(file))
            compilation.updateAsset(
              file,
              new webpack.sources.RawSource(String(source.source()).replaceAll(PLACEHOLDER, this.#hash)),
            );
      });
    });
  }
}
