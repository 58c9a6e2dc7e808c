import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import type { EntityManager } from '../platform/database/orm.ts';
import { readReleaseFiles } from './release-files.ts';

/** The folder in which a release's files lie on this machine; undefined where there is no such release. */
export type FindReleaseFolder = (name: string, version: string) => Promise<string | undefined>;

/**
 * Keeps the files of releases in a folder of this machine, each release as a whole from the first time it is asked for.
 * It never changes, so it is never asked for again.
 */
export function releaseCache(folder: string, em: () => EntityManager): FindReleaseFolder {
  const arriving = new Map<string, Promise<string | undefined>>();

  async function fetchRelease(
    name: string,
    version: string,
    releaseDir: string,
  ): Promise<string | undefined> {
    const files = await readReleaseFiles(em(), name, version);
    if (files.size === 0) return undefined;
    // Written as a draft and renamed, so the folder is whole once it exists.
    const draft = await mkdtemp(join(folder, 'draft-'));
    for (const [path, content] of files) await writeFile(join(draft, path), content);
    await mkdir(dirname(releaseDir), { recursive: true });
    await rename(draft, releaseDir);
    return releaseDir;
  }

  return async (name, version) => {
    const releaseDir = join(folder, releasePath({ name, version }));
    if (existsSync(releaseDir)) return releaseDir;
    const fetched =
      arriving.get(releaseDir) ??
      fetchRelease(name, version, releaseDir).finally(() => arriving.delete(releaseDir));
    arriving.set(releaseDir, fetched);
    return fetched;
  };
}
