import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import {
  BUILT_FILE,
  type BuiltRelease,
  RELEASE_FILE,
} from '@stepwise/shared-contracts/release/built-releases';

/** A folder as a build leaves it, in which these releases are the newest. It is removed when the file's tests are over. */
export function writeBuild(...built: BuiltRelease[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const one of built) writeRelease(folder, one);
  const versions = built.map(({ name, release }) => [name, release.metadata.version]);
  writeFileSync(join(folder, BUILT_FILE), JSON.stringify(Object.fromEntries(versions)));
  return folder;
}

/** Puts one release into a folder of releases. */
export function writeRelease(folder: string, { release, files }: BuiltRelease): void {
  const place = join(folder, releaseFolder(release));
  mkdirSync(place, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(place, path), content);
  writeFileSync(join(place, RELEASE_FILE), JSON.stringify(release));
}
