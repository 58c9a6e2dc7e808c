import { loadScript } from '@module-federation/enhanced/runtime';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';

/** What a feature's entry script leaves in the page: a container of webpack's Module Federation. */
export interface Container {
  /** Takes the modules that the shell shares. Throws where a version does not suit. */
  init(shareScope: object): Promise<void> | void;
  get(module: string): Promise<() => unknown>;
}

/** Runs the entry script at `url`, if it has the release's hash. Rejects when it cannot be loaded or throws. */
export async function loadEntry(
  url: string,
  { integrity, container }: Pick<LiveFeature, 'integrity' | 'container'>,
): Promise<Container> {
  await loadScript(new URL(url, window.location.href).href, {
    createScriptHook: () =>
      Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity }),
  });
  return Reflect.get(globalThis, container);
}
