import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import { SERVICE_WORKER_FILE } from '@stepwise/shared-contracts/federation/offline-app';
import { type Release, releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import type { ReleaseFiles } from './release-files.ts';

/** Bytes that people may have to load, after Brotli. */
export const BUDGETS = {
  /** JavaScript of the welcome page, the shell included (decision 48). */
  welcome: 122_000,
  /** Style sheets and fonts of the welcome page. */
  welcomeStyles: 30_000,
  /** JavaScript that the shell loads later: its other pages, what it needs for a participant, passkeys, what a device keeps, recalls, follow-ups and stopping (decision 48). */
  shellLater: 24_000,
  /** JavaScript that a feature adds to the shell, what it loads later included. */
  feature: 30_000,
  /** Style sheets, fonts and images that a feature adds to the shell. */
  featureStyles: 20_000,
  /** Of the JavaScript, its remote entry. */
  entry: 8_000,
  /** A feature's manifest, as it is: every document carries it, whatever page it is for. */
  manifest: 2_000,
} as const;

/** The feature that the welcome page needs. */
export const WELCOME_FEATURE = 'mf-survey';

/** The scripts that a page needs of a release before it can show. */
export const scriptsOf = ({ extras }: Release): string[] =>
  extras.load.filter((file) => file.endsWith('.js'));

/** Every script of a release's pages, those included that are loaded later. */
export const allScriptsOf = ({ extras }: Release): string[] =>
  extras.assets
    .map(({ path }) => path)
    .filter((file) => file.endsWith('.js') && ![SERVICE_WORKER_FILE, SERVER_FILE].includes(file));

/** The style sheets that a page needs of a release before it can show, and the fonts that they name. */
export const stylesOf = ({ extras }: Release): string[] => [
  ...extras.load.filter((file) => file.endsWith('.css')),
  ...extras.assets.map(({ path }) => path).filter((file) => file.endsWith('.woff2')),
];

/** Every style sheet, font and image of a release. */
export const allStylesOf = ({ extras }: Release): string[] =>
  extras.assets.map(({ path }) => path).filter((file) => /\.(css|woff2|svg)$/.test(file));

/** The entry only, by its file name. */
export const entryOf = (release: Release): string => release.url.slice(releaseFolder(release).length);

const compress = promisify(brotliCompress);

/** Code shrinks to a quarter. What is so large as it is weighs too much by any measure, and compressing it takes minutes. */
const MAX_RAW_BYTES = 600_000;

/**
 * Bytes after Brotli of some of a release's files; as they are, where they are too large to be compressed. A file that is
 * missing weighs nothing.
 */
export async function weigh(files: ReleaseFiles, paths: readonly string[]): Promise<number> {
  const raw = paths.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0);
  if (raw > MAX_RAW_BYTES) return raw;
  const weights = paths.map(
    async (path) => (files.get(`${path}.br`) ?? (await compress(files.get(path) ?? ''))).length,
  );
  return (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
}
