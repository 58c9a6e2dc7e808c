import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import type { EntityManager } from '../platform/database/orm.ts';
import { type ReleaseFiles, readReleaseFiles } from './release-files.ts';

/** The folder in which a release's files lie on this machine; undefined where there is no such release. */
export type FindReleaseFolder = (name: string, version: string) => Promise<string | undefined>;

/**
 * Keeps the files of releases in a folder of this machine, each release as a whole from the first time it is asked for.
 * It never changes, so it is never asked for again.
 */
export function releaseCache(folder: string, em: () => EntityManager): FindReleaseFolder {
  const arriving = new Map<string, Promise<string | undefined>>();

  async function fetchRelease(name: string, version: string, place: string): Promise<string | undefined> {
    const files = await readReleaseFiles(em(), name, version);
    if (files.size === 0) return undefined;
    await placeFiles(folder, place, files);
    return place;
  }

  return (name, version) => {
    const place = join(folder, releasePath({ name, version }));
    if (existsSync(place)) return Promise.resolve(place);
    const fetched =
      arriving.get(place) ?? fetchRelease(name, version, place).finally(() => arriving.delete(place));
    arriving.set(place, fetched);
    return fetched;
  };
}

/** Nobody looks into a draft, so the folder is whole once it is there. */
async function placeFiles(folder: string, place: string, files: ReleaseFiles): Promise<void> {
  const draft = await mkdtemp(join(folder, 'draft-'));
  try {
    for (const [path, content] of files) await writeFile(join(draft, path), content);
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
