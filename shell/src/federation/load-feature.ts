import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import {
  checkFeatureModule,
  type FeatureModule,
} from '@stepwise/shared-contracts/federation/feature-contract';
import { shareScope } from './shared-modules.ts';

export interface FeatureLoader {
  /**
   * The feature's module. Asking again while it loads, or after it has loaded, gives the same promise; asking again
   * after a failure tries anew. Rejects with FeatureTimeoutError, FeatureContractError or what the network gave.
   */
  loadFeature(name: string): Promise<FeatureModule>;
  /** The feature's module when it is here already. */
  loadedFeature(name: string): FeatureModule | undefined;
}

export class FeatureTimeoutError extends Error {
  override name = 'FeatureTimeoutError';
}

function within<T>(ms: number, work: Promise<T>, feature: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FeatureTimeoutError(`${feature} did not load in ${ms} ms`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

export function createFeatureLoader({
  features,
  timeoutMs = 10_000,
  plugins = [],
}: {
  features: readonly LiveFeature[];
  timeoutMs?: number;
  plugins?: ModuleFederationRuntimePlugin[];
}): FeatureLoader {
  const runtime = createInstance({ name: 'shell', remotes: [], plugins });
  // The runtime only hands it on to the containers, which read webpack's own form of it.
  runtime.initShareScopeMap('default', shareScope as never);
  const pending = new Map<string, Promise<FeatureModule>>();
  const loaded = new Map<string, FeatureModule>();
  const attempts = new Map<string, number>();

  async function attempt({ manifest, url, container }: LiveFeature): Promise<FeatureModule> {
    const { name } = manifest;
    const number = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, number);
    // The runtime, the page and the browser each remember a failed or half-loaded release: by its remote's name, by its
    // container's global, by the address of each file, preloads included. Every attempt has a name and a folder of its
    // own, which the server takes for the release's, and finds the global empty.
    const remote = `${name}~${number}`;
    const entry = number === 1 ? url : url.replace(/[^/]+$/, `~${number}/$&`);
    Reflect.set(globalThis, container, undefined);
    runtime.registerRemotes([{ name: remote, entry, entryGlobalName: container }]);
    const module = await within(timeoutMs, runtime.loadRemote(`${remote}/feature`), name);
    const feature = checkFeatureModule(module, manifest);
    loaded.set(name, feature);
    return feature;
  }

  return {
    loadFeature(name) {
      const known = pending.get(name);
      if (known) return known;
      const feature = features.find(({ manifest }) => manifest.name === name);
      if (!feature) return Promise.reject(new Error(`The registry lists no feature ${name}`));
      const loading = attempt(feature);
      pending.set(name, loading);
      loading.catch(() => pending.delete(name));
      return loading;
    },
    loadedFeature: (name) => loaded.get(name),
  };
}
