import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { writeCompressed } from '@stepwise/shared-contracts/release/compressed';
import { describesItself } from '@stepwise/shared-contracts/release/gate';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { Publication } from '@stepwise/shared-contracts/release/publish-messages';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import {
  openDraft,
  placeRelease,
  RELEASE_FILE,
  readRelease,
} from '@stepwise/tooling/release/release-folders';
import { AppError } from '../../platform/errors/app-error.ts';

const FILE_LIMIT = 50;

const damaged = (message: string) => new AppError('unprocessable', message);

/**
 * Keeps a release in the releases' folder, whole or not at all, for a flip to follow. The same release again is
 * harmless. Throws unprocessable where files and description differ, conflict where the version is another release.
 */
export async function publishRelease(
  releases: string,
  name: string,
  { release: given, files }: Publication,
): Promise<void> {
  // Whom a release is for is said by the registry alone.
  const { deployment: _deployment, fallbackUrl: _fallbackUrl, ...release } = given;
  if (!describesItself(name, release))
    throw damaged('The release contradicts itself: its name, its place or its files. Please build it again.');
  // One release without pins would take the browser's protection from the whole page.
  if (!release.extras.pinned)
    throw damaged('The release loads its files without their hashes. Please build it from a newer checkout.');
  const contents = readFiles(release, files);
  const { version } = release.metadata;
  if (await isKept(releases, name, release)) return;
  const draft = await openDraft(releases);
  for (const [path, content] of contents) {
    await writeFile(join(draft, path), content);
    await writeCompressed(draft, path, content);
  }
  await writeFile(join(draft, RELEASE_FILE), JSON.stringify(release, null, 2));
  await placeRelease(draft, join(releases, releasePath({ name, version })));
  // Of two that came at once, one has been kept.
  await isKept(releases, name, release);
}

/** The files that the release names, no more and no less, each as its hash says. */
function readFiles({ extras: { assets } }: Release, files: Record<string, string>): Map<string, Buffer> {
  if (assets.length > FILE_LIMIT) throw damaged(`A release holds at most ${FILE_LIMIT} files.`);
  const unnamed = Object.keys(files).find((path) => !assets.some((asset) => asset.path === path));
  if (unnamed !== undefined) throw damaged('There is a file that the release does not name.');
  return new Map(
    assets.map(({ path, integrity }) => {
      const content = Buffer.from(files[path] ?? '', 'base64');
      if (integrityOf(content) !== integrity)
        throw damaged(`${path} is not the file that was built: its hash differs. Please build it again.`);
      return [path, content];
    }),
  );
}

/** Whether this very release is there. A version never names two. */
async function isKept(releases: string, name: string, release: Release): Promise<boolean> {
  const { version } = release.metadata;
  const kept = await readRelease(releases, { name, version });
  if (!kept) return false;
  if (JSON.stringify(kept.extras) !== JSON.stringify(release.extras))
    throw new AppError(
      'conflict',
      `${name} ${version} is there already with other content. Build from clean sources.`,
    );
  return true;
}
