import { liveRelease } from '@stepwise/shared-contracts/federation/registry';
import { readRegistry } from './registry-store.ts';
import type { ReleasePlace } from './release-place.ts';

/**
 * Publishes what is live in a releases' folder and makes it live at a place, where what is live of other packages stays.
 * A version that has been live or a canary there is left to people's decision, so that a container that starts again
 * puts nothing old before anybody. Gives what was done with each package, for people.
 */
export async function publishBuilt(folder: string, place: ReleasePlace): Promise<string[]> {
  const built = await readRegistry(folder);
  const told: string[] = [];
  for (const name of Object.keys(built.microFrontends)) {
    const release = liveRelease(built, name);
    if (!release) continue;
    const { version } = release.metadata;
    const { registry, history } = await place.look(name);
    if (liveRelease(registry, name)?.metadata.version === version) {
      told.push(`${name} ${version} is live already.`);
    } else if (history.some(({ to }) => to === version)) {
      told.push(`${name} stays as it is, since ${version} was there before. Go to it by --to ${version}.`);
    } else {
      await place.publish(name, release, folder);
      await place.flip(name, { action: 'release', version, revision: registry.revision });
      told.push(`${name} ${version} is live.`);
    }
  }
  return told;
}
