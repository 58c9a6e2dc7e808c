import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import webpack, { type Compiler } from 'webpack';

/** Puts the server build into the release of the browser's, so that one version and one list of hashes are of both. */
export class AttachServerBuild {
  readonly #script: Buffer;

  constructor(script: Buffer) {
    this.#script = script;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('AttachServerBuild', (compilation) => {
      // After the minimizer, and before StampVersion names the version in it.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 2;
      compilation.hooks.processAssets.tap({ name: 'AttachServerBuild', stage }, () =>
        compilation.emitAsset(SERVER_FILE, new webpack.sources.RawSource(this.#script), { minimized: true }),
      );
    });
  }
}
