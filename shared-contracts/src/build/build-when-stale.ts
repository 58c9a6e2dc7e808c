/**
 * Builds what has changed since its last release and makes the checkout's releases the live ones. Quiet and quick when
 * nothing has changed. `node shared-contracts/src/build/build-when-stale.ts`
 */
import { resolve } from 'node:path';
import { sourcePackages } from './package-sources.ts';
import { makeLive, readRelease, releasePath, releasesFolder } from './release-folders.ts';

const root = resolve(import.meta.dirname, '../../..');
const releases = releasesFolder(root);
const packages = sourcePackages(root);

const stale = packages.filter((source) => !readRelease(releases, releasePath(source)));
if (stale.length > 0) {
  process.stdout.write(`Building ${stale.map(({ name }) => name).join(', ')} …\n`);
  // webpack takes most of a second to load, which a built checkout does not have to spend.
  const { buildRelease, BuildError } = await import('./build-release.ts');
  for (const result of await Promise.allSettled(stale.map((source) => buildRelease(source, releases)))) {
    if (result.status === 'fulfilled') continue;
    const { reason } = result;
    process.stderr.write(`${reason instanceof BuildError ? reason.message : (reason?.stack ?? reason)}\n`);
    process.exitCode = 1;
  }
}

makeLive(
  releases,
  packages.flatMap((source) => {
    const release = readRelease(releases, releasePath(source));
    return release ? [[source.name, release] as const] : [];
  }),
);
