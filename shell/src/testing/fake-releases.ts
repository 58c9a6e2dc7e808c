import { resetFederationGlobalInfo } from '@module-federation/runtime-core';
import type { RemoteEntryExports } from '@module-federation/runtime-core/types';
import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-manifest';
import type { ComponentType } from 'react';
import { createFeatureLoader } from '../federation/load-feature.ts';

/** What one attempt to load an entry script gives. */
export type Entry = () => Promise<unknown>;

export const gives =
  (container: unknown): Entry =>
  async () =>
    container;
export const fails: Entry = async () => {
  throw new Error('500');
};
export const containerOf = (module: unknown) => ({ init: async () => {}, get: async () => () => module });
export const hangs = gives({ init: async () => {}, get: () => new Promise(() => {}) });

/** A release as the document names it, with one page, `plan`, at `/plan` unless its manifest says otherwise. */
export function releaseOf(
  name: string,
  version = '0.1.0-00000001',
  manifest: Partial<FeatureManifest> = {},
): LiveFeature {
  return {
    manifest: {
      name,
      title: name,
      contract: '^0.1.0',
      routes: [{ path: '/plan', page: 'plan', access: 'anyone' }],
      slots: [],
      ...manifest,
    },
    version,
    url: `/features/${name}/${version}/remoteEntry.js`,
    integrity: 'sha384-x',
    container: `${name}_${version}`.replace(/\W/g, '_'),
  };
}

/** An entry whose feature shows the same component on each page and slot of the release. */
export const shows = ({ manifest }: LiveFeature, Content: ComponentType): Entry =>
  gives(
    containerOf({
      feature: {
        manifest,
        pages: Object.fromEntries(manifest.routes.map(({ page }) => [page, Content])),
        slots: Object.fromEntries(manifest.slots.map((slot) => [slot, Content])),
      },
    }),
  );

/**
 * The real loader over releases that lie nowhere: each attempt at one is answered by the next of its entries, and the
 * last one repeats.
 */
export function loaderOver(features: LiveFeature[], entries: ReadonlyMap<LiveFeature, Entry[]>) {
  // The runtime keeps on the window what each address gave, and a test uses those of the one before.
  resetFederationGlobalInfo();
  const asked: string[] = [];
  const reports: ReleaseReport[] = [];
  const loader = createFeatureLoader({
    features,
    shellPages: async () => ({}),
    report: (failure) => reports.push(failure),
    plugins: [
      {
        name: 'fake-entries',
        loadEntry: async ({ remoteInfo }) => {
          const url = new URL(remoteInfo.entry).pathname;
          asked.push(url);
          const release = [...entries.keys()].find((known) => known.url === url.replace(/~\d+\//, ''));
          const queue = (release && entries.get(release)) as Entry[];
          return (await (queue.length > 1
            ? (queue.shift() as Entry)
            : (queue[0] as Entry))()) as RemoteEntryExports;
        },
      },
    ],
  });
  return { loader, asked, reports };
}
