import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveRelease, type Registry, registrySchema } from '@stepwise/shared-contracts/federation/registry';
import { CHECKOUT_RELEASES } from './stack.ts';

/** A folder of releases as the checkout's: a registry of its own, and links to each package's releases. */
export async function copyReleases({ without }: { without?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-releases-'));
  const link = (path: string) => symlink(join(CHECKOUT_RELEASES, path), join(folder, path));
  await mkdir(join(folder, 'features'));
  await cp(join(CHECKOUT_RELEASES, 'registry.json'), join(folder, 'registry.json'));
  await link('shell');
  for (const name of await readdir(join(CHECKOUT_RELEASES, 'features')))
    if (name !== without) await link(`features/${name}`);
  return {
    folder,
    /** Restores the releases of one package. */
    restore: (name: string) => link(`features/${name}`),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Leaves each package in a folder of releases with its live release alone, so that nothing takes its place. */
export async function forgetLastGood(releases: string): Promise<void> {
  const file = join(releases, 'registry.json');
  const registry = registrySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const alone = Object.keys(registry.microFrontends).flatMap((name) => {
    const live = liveRelease(registry, name);
    return live ? [[name, [live]]] : [];
  });
  await writeFile(
    file,
    JSON.stringify({ ...registry, microFrontends: Object.fromEntries(alone) } satisfies Registry),
  );
}
