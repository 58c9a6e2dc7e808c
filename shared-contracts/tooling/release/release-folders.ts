import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Release, releaseSchema } from '@stepwise/shared-contracts/federation/registry';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { readJson } from './read-json.ts';

/** Where releases lie unless STEPWISE_RELEASES names another folder. */
export const releasesFolder = (root: string): string =>
  resolve(root, process.env.STEPWISE_RELEASES || '.stepwise/releases');

/** What a release says of itself; it is written last, so a folder with it is whole. */
export const RELEASE_FILE = 'release.json';

/** A release that lies in the releases' folder, or undefined. Throws DamagedFileError where its description cannot be read. */
export const readRelease = (
  releases: string,
  source: { name: string; version: string },
): Promise<Release | undefined> =>
  readJson(
    join(releases, releasePath(source), RELEASE_FILE),
    releaseSchema,
    'Put the whole folder of this release back from a copy, or remove it and build again.',
  );

const ABANDONED_MS = 60 * 60_000;

/** A new folder for a release in the making. Takes away those that killed processes have left behind. */
export async function openDraft(releases: string): Promise<string> {
  await mkdir(releases, { recursive: true });
  for (const entry of await readdir(releases)) {
    const draft = join(releases, entry);
    if (!entry.startsWith('.draft-')) continue;
    const left = await stat(draft).catch(() => undefined);
    if (left && Date.now() - left.mtimeMs > ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
  const draft = join(releases, `.draft-${randomUUID()}`);
  await mkdir(draft);
  return draft;
}

/** Copies a release from one releases' folder to another: whole or not at all, since nobody looks into a draft. */
export async function copyRelease(
  from: string,
  to: string,
  source: { name: string; version: string },
): Promise<void> {
  const path = releasePath(source);
  if (existsSync(join(to, path, RELEASE_FILE))) return;
  const draft = await openDraft(to);
  await cp(join(from, path), draft, { recursive: true });
  await placeRelease(draft, join(to, path));
}

/** Puts a finished draft into its place. Where the same release has arrived meanwhile, that one stays. */
export async function placeRelease(draft: string, place: string): Promise<void> {
  try {
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place).catch((error: Error) => {
      if (!existsSync(join(place, RELEASE_FILE))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
