import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SOURCE_MAPS } from '@stepwise/shared-contracts/release/built-releases';
import webpack, { type Compilation } from 'webpack';

const mapOf = (file: string): string => `${SOURCE_MAPS}/${file}.map`;
export const isSourceMap = (file: string): boolean => file.startsWith(`${SOURCE_MAPS}/`);

/** Writes the source map of each script beside the release's files; no script names its own. Paths are those of the checkout. */
export const sourceMaps = (name: string) =>
  new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: mapOf('[file]'),
    append: false,
    noSources: true,
    moduleFilenameTemplate: ({ resourcePath }: { resourcePath: string }) =>
      resourcePath.startsWith('./')
        ? `${name}/${resourcePath.slice(2)}`
        : resourcePath.replace(/^(\.\.\/)+/, ''),
  });

/** Replaces parts of a built file and keeps its source map true. */
export function replaceInAsset(
  compilation: Compilation,
  file: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => string,
): void {
  const { RawSource, ReplaceSource, SourceMapSource } = webpack.sources;
  const text = String(compilation.getAsset(file)?.source.source());
  const map = compilation.getAsset(mapOf(file));
  const before = map
    ? new SourceMapSource(text, file, JSON.parse(String(map.source.source())))
    : new RawSource(text);
  const after = new ReplaceSource(before);
  for (const match of text.matchAll(pattern))
    after.replace(match.index, match.index + match[0].length - 1, replacement(match));
  compilation.updateAsset(file, new RawSource(String(after.source())));
  if (map) compilation.updateAsset(mapOf(file), new RawSource(JSON.stringify(after.map())));
}

/** Compresses the source maps that a build has written into its folder. */
export async function compressSourceMaps(output: string): Promise<void> {
  const folder = join(output, SOURCE_MAPS);
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) {
    await writeFile(join(folder, `${file}.gz`), gzipSync(await readFile(join(folder, file)), { level: 9 }));
    await rm(join(folder, file));
  }
}
