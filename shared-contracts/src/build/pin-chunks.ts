import webpack, { type Compiler } from 'webpack';
import { integrityOf } from '../releases/integrity.ts';

/** Lets the entry load each of its chunks only in the very form it was built with, as the document does with the entry. */
export class PinChunks {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = webpack.runtime;
    compiler.hooks.compilation.tap('PinChunks', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PinChunks',
        (source) => `${source}\nscript.integrity = ${PLACE}[url.split("/").pop()];`,
      );
      compilation.hooks.processAssets.tap(
        { name: 'PinChunks', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
        (assets) => {
          const entries = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
          const pins = Object.fromEntries(
            Object.entries(assets)
              .filter(([file]) => file.endsWith('.js') && !entries.includes(file))
              .map(([file, source]) => [file, integrityOf(source.buffer())]),
          );
          for (const file of entries.filter((name) => name.endsWith('.js')))
            compilation.updateAsset(file, (source) => {
              const text = String(source.source());
              if (!text.includes(PLACE)) throw new Error(`${file} does not load the chunks it should.`);
              return new webpack.sources.RawSource(text.replace(PLACE, JSON.stringify(pins)));
            });
        },
      );
    });
  }
}

/** Stands for the chunks' hashes until they are known. A name of no variable, so that nothing renames it. */
const PLACE = '__chunk_integrity__';
