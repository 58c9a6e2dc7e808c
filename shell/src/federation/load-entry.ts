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
  const script = document.createElement('script');
  Object.assign(script, { crossOrigin: 'anonymous', fetchPriority: 'high', integrity, src: url });
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${url} cannot be loaded`));
    document.head.append(script);
  }).finally(() => script.remove());
  const entry: Container | undefined = Reflect.get(globalThis, container);
  if (!entry) throw new Error(`${url} leaves no container`);
  return entry;
}
