import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Release, releaseSchema } from '../federation/registry.ts';
import { releasePath } from './release-path.ts';

/** The file of a build's folder that names the newest version of each package. */
export const BUILT_FILE = 'built.json';
const versionsSchema = z.record(z.string(), z.string());

/** What a release says of itself, in its folder; it is written last, so a folder with it is whole. */
export const RELEASE_FILE = 'release.json';

/** The folder within a release's that holds its source maps. They are published beside its files, and never served. */
export const SOURCE_MAPS = 'source-maps';

export interface BuiltRelease {
  name: string;
  release: Release;
  /** The content of each file by its path. Compressed forms are files of their own, `.br` and `.gz`. */
  files: Map<string, Buffer>;
  /** The source map of each script by the script's path, compressed by gzip. Releases from before have none. */
  sourceMaps?: Map<string, Buffer>;
}

/** The newest version of each package that was built; none where nothing was. */
export async function readBuiltVersions(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, BUILT_FILE), 'utf8').catch(() => '{}');
  return versionsSchema.parse(JSON.parse(text));
}

/** What a checkout or an image has built: the newest release of each package. */
export async function readBuilt(folder: string): Promise<BuiltRelease[]> {
  const versions = Object.entries(await readBuiltVersions(folder));
  return Promise.all(versions.map(([name, version]) => readBuiltRelease(folder, name, version)));
}

/** One release that was built, with its files. */
export async function readBuiltRelease(folder: string, name: string, version: string): Promise<BuiltRelease> {
  const place = join(folder, releasePath({ name, version }));
  const release = releaseSchema.parse(JSON.parse(await readFile(join(place, RELEASE_FILE), 'utf8')));
  const maps = await readFolder(join(place, SOURCE_MAPS)).catch(() => []);
  const sourceMaps = new Map([...maps].map(([path, content]) => [path.replace(/\.map\.gz$/, ''), content]));
  return { name, release, files: await readFolder(place), sourceMaps };
}

/** The files of one release's folder, without what the release says of itself. */
export async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) =>
    entry.isFile() && entry.name !== RELEASE_FILE ? [entry.name] : [],
  );
  return new Map(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
