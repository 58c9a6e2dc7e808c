import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteInfo } from '@module-federation/runtime-core/types';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import {
  checkFeatureModule,
  type FeatureModule,
} from '@stepwise/shared-contracts/federation/feature-contract';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { releaseName } from './release-name.ts';
import { sharedModules } from './shared-modules.ts';
import type { MountWatch } from './watch-mounts.ts';
import { within } from './within.ts';

export interface LoadedRelease {
  /** The release that was asked for, or the last good one in its place. */
  release: LiveFeature;
  feature: FeatureModule;
  /** Why the release that was asked for is not the one. */
  error?: unknown;
}

/** One attempt to load a release, which the runtime knows as a remote of its own. */
interface Attempt {
  release: LiveFeature;
  /** When it is given up, in ms. */
  until: number;
}

export interface ReleaseRuntime {
  /** Runs what could make the page hang, on behalf of a release. */
  during: MountWatch['during'];
  timeoutMs: number;
  plugins?: readonly ModuleFederationRuntimePlugin[];
}

/**
 * Module Federation's runtime for the releases of features. What it gives loads a release again with each call, or else the
 * last good one in its place. It rejects with what the release that was asked for failed with.
 */
export function createReleaseRuntime({
  during,
  timeoutMs,
  plugins = [],
}: ReleaseRuntime): (release: LiveFeature) => Promise<LoadedRelease> {
  const attempts = new Map<string, Attempt>();
  const numbers = new Map<string, number>();
  const attemptOf = ({ name }: { name: string }) => attempts.get(name) as Attempt;
  const timeLeft = ({ until }: Attempt): number => Math.max(1, until - Date.now());

  /** An entry runs if it has the release's hash. */
  const pinEntries: ModuleFederationRuntimePlugin = {
    name: 'pin-entries',
    createScript({ url, remoteInfo }) {
      const attempt = attemptOf(remoteInfo as RemoteInfo);
      const script = document.createElement('script');
      const { integrity } = attempt.release;
      Object.assign(script, { crossOrigin: 'anonymous', fetchPriority: 'high', integrity, src: url });
      return { script, timeout: timeLeft(attempt) };
    },
  };

  /** The runtime limits the time of the entry only. */
  const limitTime: ModuleFederationRuntimePlugin = {
    name: 'limit-time',
    getModuleFactory({ remoteEntryExports, expose, moduleInfo }) {
      const attempt = attemptOf(moduleInfo);
      const factory = Promise.resolve(remoteEntryExports.get(expose));
      return within(timeLeft(attempt), factory, attempt.release.manifest.name);
    },
  };

  const checkFeatures: ModuleFederationRuntimePlugin = {
    name: 'check-features',
    async onLoad({ remote, exposeModuleFactory }) {
      const attempt = attemptOf(remote);
      const { release } = attempt;
      const module = during(releaseName(release), exposeModuleFactory as () => unknown);
      // Its top level may wait for ever.
      const finished = await within(timeLeft(attempt), Promise.resolve(module), release.manifest.name);
      const feature = checkFeatureModule(finished, release.manifest);
      return () => ({ release, feature });
    },
  };

  const fallBack: ModuleFederationRuntimePlugin = {
    name: 'fall-back',
    async errorLoadRemote({ error, remote }) {
      const { lastGood } = (remote && attemptOf(remote).release) ?? {};
      if (!lastGood) return undefined;
      const loaded = await load(lastGood).catch(() => {
        throw error;
      });
      return () => ({ ...loaded, error });
    },
  };

  const host = createInstance({
    name: SHELL,
    remotes: [],
    shared: sharedModules,
    shareStrategy: 'loaded-first',
    plugins: [pinEntries, limitTime, checkFeatures, fallBack, ...plugins],
  });

  async function load(release: LiveFeature): Promise<LoadedRelease> {
    const { url, container } = release;
    const number = (numbers.get(container) ?? 0) + 1;
    numbers.set(container, number);
    // The runtime, the page and the browser each remember a failed or half-loaded release: by the remote's name, by its
    // container's global, by the address of each file, preloads included. Every attempt is a remote of its own in a folder
    // of its own, which the server takes for the release's, and finds the global empty.
    const name = number === 1 ? releaseName(release) : `${releaseName(release)}~${number}`;
    const entry = number === 1 ? url : url.replace(/[^/]+$/, `~${number}/$&`);
    attempts.set(name, { release, until: Date.now() + timeoutMs });
    Reflect.set(globalThis, container, undefined);
    host.registerRemotes([{ name, entry, entryGlobalName: container }]);
    const loaded = await host.loadRemote<() => LoadedRelease>(`${name}/feature`, {
      loadFactory: false,
      from: 'runtime',
    });
    return (loaded as () => LoadedRelease)();
  }

  return load;
}
