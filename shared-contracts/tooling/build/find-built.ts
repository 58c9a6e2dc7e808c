import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { readRelease } from '../release/release-folders.ts';
import type { SourcePackage } from './source-packages.ts';

/** Holds the version that these inputs have made. */
const recordOf = (releases: string, { name, inputs }: SourcePackage) => join(releases, 'built', name, inputs);

/** The release that was built from these very inputs, where it lies below `releases`. Needs no build to tell. */
export async function findBuilt(releases: string, source: SourcePackage): Promise<Release | undefined> {
  const version = await readFile(recordOf(releases, source), 'utf8').catch(() => undefined);
  return version ? readRelease(releases, { name: source.name, version }) : undefined;
}

/** Notes that these inputs make this release. */
export async function recordBuilt(releases: string, source: SourcePackage, release: Release): Promise<void> {
  const record = recordOf(releases, source);
  await mkdir(dirname(record), { recursive: true });
  await writeFile(record, release.metadata.version);
}
