import { hostname, userInfo } from 'node:os';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import type { EntityManager } from '../platform/database/orm.ts';
import { deployBuild } from './change-deployment.command.ts';
import { publishRelease } from './publish-release.command.ts';
import { findRelease } from './read-registry.ts';

/** Publishes what this checkout has built and makes it live, as `npm start` does. */
export async function importBuilt(em: () => EntityManager, folder: string, at: Date): Promise<void> {
  const origin = { by: `${userInfo().username} at ${hostname()}`, at };
  for (const { name, release, files } of await readBuilt(folder)) {
    const { version } = release.metadata;
    if (!(await findRelease(em(), name, version)))
      await publishRelease(em(), name, { release, files }, origin);
    await deployBuild(em(), name, version, origin);
  }
}
