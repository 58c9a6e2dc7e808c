import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import {
  checkFeatureModule,
  type FeatureModule,
} from '@stepwise/shared-contracts/federation/feature-contract';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { ComponentType } from 'react';
import { shareScope } from './shared-modules.ts';

/** What is shown of a loaded feature. */
export type LoadedParts = Pick<FeatureModule, 'pages' | 'slots'>;

export interface FeatureLoader {
  /**
   * The feature's pages and slots, or the shell's own pages by the name `shell`. Asking again while they load, or after
   * they have loaded, gives the same promise; asking again after a failure tries anew. Rejects with
   * FeatureTimeoutError, FeatureContractError or what the network gave.
   */
  loadFeature(name: string): Promise<LoadedParts>;
  /** The same when they are here already. */
  loadedFeature(name: string): LoadedParts | undefined;
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
  shellPages,
  timeoutMs = 10_000,
  plugins = [],
}: {
  features: readonly LiveFeature[];
  /** Asks for the shell's own pages; after a failure it is called again. */
  shellPages: () => Promise<Record<string, ComponentType>>;
  timeoutMs?: number;
  plugins?: ModuleFederationRuntimePlugin[];
}): FeatureLoader {
  const runtime = createInstance({ name: 'shell', remotes: [], plugins });
  // The runtime only hands it on to the containers, which read webpack's own form of it.
  runtime.initShareScopeMap('default', shareScope as never);
  const pending = new Map<string, Promise<LoadedParts>>();
  const loaded = new Map<string, LoadedParts>();
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
    return checkFeatureModule(module, manifest);
  }

  function begin(name: string): Promise<LoadedParts> {
    if (name === SHELL) {
      const own = shellPages().then((pages) => ({ pages, slots: {} }));
      return within(timeoutMs, own, name);
    }
    const feature = features.find(({ manifest }) => manifest.name === name);
    return feature ? attempt(feature) : Promise.reject(new Error(`The registry lists no feature ${name}`));
  }

  return {
    loadFeature(name) {
      const known = pending.get(name);
      if (known) return known;
      const loading = begin(name);
      pending.set(name, loading);
      loading.then(
        (parts) => loaded.set(name, parts),
        () => pending.delete(name),
      );
      return loading;
    },
    loadedFeature: (name) => loaded.get(name),
  };
}
