/**
 * Builds what has changed since it was last built. Quiet and quick when nothing has changed. What was built goes live when
 * a server starts in this checkout. `node shared-contracts/tooling/build/build-when-stale.ts`
 */
import { resolve } from 'node:path';
import { readBuiltVersions } from '@stepwise/shared-contracts/release/built-releases';
import { BuildError } from './build-error.ts';
import { buildFolder, nameNewest } from './build-folder.ts';
import { findBuilt } from './find-built.ts';
import { sourcePackages } from './source-packages.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = buildFolder(root);
const packages = sourcePackages(root);

try {
  await buildWhenStale();
} catch (error) {
  fail(error);
}

async function buildWhenStale(): Promise<void> {
  const built = new Map(
    await Promise.all(
      packages.map(async (source) => [source.name, await findBuilt(folder, source)] as const),
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
          built.set(source.name, await buildRelease(source, folder));
        } catch (error) {
          fail(error);
        }
      }),
    );
  }
  // A package that could not be built keeps the release it had.
  const before = await readBuiltVersions(folder);
  const versions = packages.flatMap(({ name }) => {
    const version = built.get(name)?.metadata.version ?? before[name];
    return version ? [[name, version]] : [];
  });
  await nameNewest(folder, Object.fromEntries(versions));
}

function fail(error: unknown): void {
  const isForPeople = error instanceof BuildError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
