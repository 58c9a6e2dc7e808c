import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { type Release, releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import type { ReleaseFiles } from './release-files.ts';

/** Bytes that people may have to load, of JavaScript after Brotli. */
export const BUDGETS = {
  /** The welcome page, the shell included. */
  welcome: 110_000,
  /** What a feature adds to the shell. */
  feature: 30_000,
  /** Of that, its remote entry. */
  entry: 8_000,
  /** A feature's manifest, as it is: every document carries it, whatever page it is for. */
  manifest: 2_000,
} as const;

/** The feature that the welcome page needs. */
export const WELCOME_FEATURE = 'mf-survey';

/** The scripts that a page needs of a release before it can show. */
export const scriptsOf = ({ extras }: Release): string[] =>
  extras.load.filter((file) => file.endsWith('.js'));

/** The entry alone, by its file name. */
export const entryOf = (release: Release): string => release.url.slice(releaseFolder(release).length);

const compress = promisify(brotliCompress);

/** Bytes after Brotli of some of a release's files. A file that is missing weighs nothing. */
export async function weigh(files: ReleaseFiles, paths: readonly string[]): Promise<number> {
  const weights = paths.map(
    async (path) => (files.get(`${path}.br`) ?? (await compress(files.get(path) ?? ''))).length,
  );
  return (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
}
