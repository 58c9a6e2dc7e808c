/**
 * Builds what has changed since its last release and makes the checkout's releases the live ones. Quiet and quick when
 * nothing has changed. `node shared-contracts/tooling/build/build-when-stale.ts`
 */
import { resolve } from 'node:path';
import { makeLive } from '../release/make-live.ts';
import { DamagedFileError } from '../release/read-json.ts';
import { releasesFolder } from '../release/release-folders.ts';
import { BuildError } from './build-error.ts';
import { findBuilt } from './find-built.ts';
import { sourcePackages } from './source-packages.ts';

const root = resolve(import.meta.dirname, '../../..');
const releases = releasesFolder(root);
const packages = sourcePackages(root);

try {
  await buildWhenStale();
} catch (error) {
  fail(error);
}

async function buildWhenStale(): Promise<void> {
  const built = new Map(
    await Promise.all(
      packages.map(async (source) => [source.name, await findBuilt(releases, source)] as const),
    ),
  );
  const stale = packages.filter(({ name }) => !built.get(name));
  if (stale.length > 0) {
    process.stdout.write(`Building ${stale.map(({ name }) => name).join(', ')} …\n`);
    // webpack takes most of a second to load, which a built checkout does not have to spend.
    const { buildRelease } = await import('./build-release.ts');
    await Promise.all(
      stale.map(async (source) => {
        try {
          built.set(source.name, await buildRelease(source, releases));
        } catch (error) {
          fail(error);
        }
      }),
    );
  }
  await makeLive(releases, built);
}

function fail(error: unknown): void {
  const isForPeople = error instanceof BuildError || error instanceof DamagedFileError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
