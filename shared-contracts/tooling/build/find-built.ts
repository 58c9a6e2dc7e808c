import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { readRelease } from './build-folder.ts';
import type { SourcePackage } from './source-packages.ts';

/** Contains the version that these inputs made. */
const recordOf = (folder: string, { name, inputs }: SourcePackage) => join(folder, 'built', name, inputs);

/** The release that was built from these inputs, if it is below `folder`. Needs no build. */
export async function findBuilt(folder: string, source: SourcePackage): Promise<Release | undefined> {
  const version = await readFile(recordOf(folder, source), 'utf8').catch(() => undefined);
  return version ? readRelease(folder, { name: source.name, version }) : undefined;
}

/** Notes that these inputs make this release. */
export async function recordBuilt(folder: string, source: SourcePackage, release: Release): Promise<void> {
  const record = recordOf(folder, source);
  await mkdir(dirname(record), { recursive: true });
  await writeFile(record, release.metadata.version);
}
