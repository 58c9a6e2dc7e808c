import { liveRelease } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import type { ReleaseTarget } from './release-target.ts';

/**
 * Publishes what was built in a folder and releases it: live where nothing of the package is, else as a canary, since no
 * browser has opened it. What is live of other packages stays. A version that has
 * been live or a canary there is left to people's decision, so that a container that starts again puts nothing old
 * before all others. Returns a line for each package.
 */
export async function publishBuilt(folder: string, target: ReleaseTarget): Promise<string[]> {
  const lines: string[] = [];
  for (const built of await readBuilt(folder)) {
    const { name, release } = built;
    const { version } = release.metadata;
    const { registry, history } = await target.look(name);
    if (liveRelease(registry, name)?.metadata.version === version) {
      lines.push(`${name} ${version} is live already.`);
    } else if (history.some(({ to }) => to === version)) {
      lines.push(`${name} stays as it is, since ${version} was there before. Go to it by --to ${version}.`);
    } else {
      await target.publish(built);
      await target.deploy(name, { action: 'release', version, revision: registry.revision });
      const after = await target.look(name);
      const isLive = liveRelease(after.registry, name)?.metadata.version === version;
      lines.push(
        isLive
          ? `${name} ${version} is live.`
          : `${name} ${version} is a canary until someone promotes it; see --status.`,
      );
    }
  }
  return lines;
}
