import { setTimeout } from 'node:timers/promises';
import {
  canaryRelease,
  liveRelease,
  type Registry,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import { type ReleaseTarget, UnansweredError } from './release-target.ts';

/** Where the product does not say when to ask again. */
const RETRY_AFTER_S = 10;

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
    const before = describe(registry, name, version);
    if (before) {
      lines.push(before);
    } else if (history.some(({ to }) => to === version)) {
      lines.push(`${name} stays as it is, since ${version} was there before. Go to it by --to ${version}.`);
    } else if (name !== SHELL && !liveRelease(registry, SHELL)) {
      throw new UnansweredError(`${name} waits until a shell is live.`);
    } else {
      await target.publish(built);
      await target.deploy(name, { action: 'release', version, revision: registry.revision });
      const after = await target.look(name);
      lines.push(describe(after.registry, name, version) ?? `${name} ${version} is published.`);
    }
  }
  return lines;
}

/** What a version is to people; undefined where no one gets it. */
function describe(registry: Registry, name: string, version: string): string | undefined {
  if (liveRelease(registry, name)?.metadata.version === version) return `${name} ${version} is live.`;
  if (canaryRelease(registry, name)?.metadata.version === version)
    return `${name} ${version} is a canary until someone promotes it; see --status.`;
  return undefined;
}

/**
 * Does what can be done twice until the product answers it: as long as it cannot be reached, starts, or asks to wait.
 * Rejects with what the product rejects.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  { say, wait = setTimeout }: { say: (line: string) => void; wait?: (ms: number) => Promise<unknown> },
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
      const seconds = error.retryAfterS ?? RETRY_AFTER_S;
      say(`${error.message} Asking again in ${seconds} s.`);
      await wait(seconds * 1000);
    }
  }
}
