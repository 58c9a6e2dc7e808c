import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import { localUser } from './make-live.ts';
import { performFlip } from './perform-flip.ts';
import { readHistory, readRegistry } from './registry-store.ts';
import { copyRelease } from './release-folders.ts';
import type { ReleasePlace } from './release-place.ts';

/** A releases' folder of this machine. The API beside it is taken to be of this checkout. */
export function folderPlace(releases: string): ReleasePlace {
  const calls = async () => Object.values<Call>(allCalls).map(shapeOfCall);
  return {
    where: `in ${releases}`,
    calls,
    async look(name) {
      const history = await readHistory(releases);
      return {
        registry: await readRegistry(releases),
        history: history.filter((entry) => entry.package === name),
      };
    },
    copy: (name, { metadata: { version } }, folder) => copyRelease(releases, folder, { name, version }),
    publish: (name, { metadata: { version } }, folder) => copyRelease(folder, releases, { name, version }),
    async flip(name, order) {
      await performFlip(releases, name, order, { who: localUser(), at: new Date(), calls: await calls() });
    },
  };
}
