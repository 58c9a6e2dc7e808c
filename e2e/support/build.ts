import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { nameNewest } from '@stepwise/tooling/build/build-folder';

/** A release of a package, and the folder of the build in which it lies. */
export interface LinkedRelease {
  name: string;
  version: string;
  from: string;
}

/** The folder of a build that holds these releases, as links. The caller removes it. */
export async function linkBuild(releases: readonly LinkedRelease[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-build-'));
  for (const release of releases) {
    const path = releasePath(release);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(release.from, path), join(folder, path));
  }
  await nameNewest(folder, Object.fromEntries(releases.map(({ name, version }) => [name, version])));
  return folder;
}
