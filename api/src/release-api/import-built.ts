import { hostname, userInfo } from 'node:os';
import { liveRelease } from '@stepwise/shared-contracts/federation/registry';
import { readBuiltRelease, readBuiltVersions } from '@stepwise/shared-contracts/release/built-releases';
import type { EntityManager } from '../platform/database/orm.ts';
import { deployBuild } from './change-deployment.command.ts';
import { publishRelease } from './publish-release.command.ts';
import { findRelease, readRegistry } from './read-registry.ts';

/** Publishes what this checkout has built and makes it live, as `npm start` does. */
export async function importBuilt(em: () => EntityManager, folder: string, at: Date): Promise<void> {
  const origin = { by: `${userInfo().username} at ${hostname()}`, at };
  const registry = await readRegistry(em());
  for (const [name, version] of Object.entries(await readBuiltVersions(folder))) {
    if (liveRelease(registry, name)?.metadata.version === version) continue;
    if (!(await findRelease(em(), name, version)))
      await publishRelease(em(), name, await readBuiltRelease(folder, name, version), origin);
    await deployBuild(em(), name, version, origin);
  }
}
