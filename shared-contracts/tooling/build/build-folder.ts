import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Release, releaseSchema } from '@stepwise/shared-contracts/federation/registry';
import { BUILT_FILE, RELEASE_FILE } from '@stepwise/shared-contracts/release/built-releases';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';

/** Where a build puts releases unless STEPWISE_BUILD names another folder. */
export const buildFolder = (root: string): string =>
  resolve(root, process.env.STEPWISE_BUILD || '.stepwise/build');

/** A release that was built, or undefined where it is missing or damaged. */
export const readRelease = (
  folder: string,
  source: { name: string; version: string },
): Promise<Release | undefined> => readDescription(join(folder, releasePath(source)));

const readDescription = (place: string): Promise<Release | undefined> =>
  readFile(join(place, RELEASE_FILE), 'utf8')
    .then((text) => releaseSchema.parse(JSON.parse(text)))
    .catch(() => undefined);

/** Names the newest version of each package, for a server to make it live. */
export async function nameNewest(folder: string, versions: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(versions, null, 2));
  await rename(draft, join(folder, BUILT_FILE));
}

const ABANDONED_MS = 60 * 60_000;

/** A new folder for a release in the making. Takes away those that killed processes have left behind. */
export async function openDraft(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder)) {
    const draft = join(folder, entry);
    if (!entry.startsWith('.draft-')) continue;
    const left = await stat(draft).catch(() => undefined);
    if (left && Date.now() - left.mtimeMs > ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
  const draft = join(folder, `.draft-${randomUUID()}`);
  await mkdir(draft);
  return draft;
}

/** Puts a finished draft into its place. Where the same release is there whole, that one stays. */
export async function placeRelease(draft: string, place: string): Promise<void> {
  try {
    await mkdir(dirname(place), { recursive: true });
    if (await readDescription(place)) return;
    await rm(place, { recursive: true, force: true });
    await rename(draft, place).catch(async (error: Error) => {
      if (!(await readDescription(place))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
