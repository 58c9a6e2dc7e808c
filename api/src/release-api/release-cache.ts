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

  async function bring(name: string, version: string, place: string): Promise<string | undefined> {
    const files = await readReleaseFiles(em(), name, version);
    if (files.size === 0) return undefined;
    // Nobody looks into a draft, so the folder is whole once it is there.
    const draft = await mkdtemp(join(folder, 'draft-'));
    for (const [path, content] of files) await writeFile(join(draft, path), content);
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
    return place;
  }

  return async (name, version) => {
    const place = join(folder, releasePath({ name, version }));
    if (existsSync(place)) return place;
    const brought = arriving.get(place) ?? bring(name, version, place).finally(() => arriving.delete(place));
    arriving.set(place, brought);
    return brought;
  };
}
