import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import type { ComponentType } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createReleaseRuntime, type ReleaseRuntime } from './load-release.ts';
import { releaseName } from './release-name.ts';
import { within } from './within.ts';

/** What is shown of a loaded feature. */
export type LoadedParts = Pick<FeatureModule, 'pages' | 'slots'>;

export interface LoaderState {
  /** Each feature with the release in use: its manifest decides the routes and slots. */
  features: readonly LiveFeature[];
  /** The pages and slots that are here, by the feature's name; the shell's own pages by the name `shell`. */
  parts: Readonly<Record<string, LoadedParts | undefined>>;
}

export interface FeatureLoader {
  state: StoreApi<LoaderState>;
  /**
   * Brings a feature's parts, or the shell's, into `state`. A release that cannot be loaded gives way to the last good
   * one at once. Asking again while they load, or after they have loaded, gives the same promise; asking again after a
   * failure tries again. One that hung and that nothing replaces is loaded only where the person asks `again`. Rejects with
   * FeatureTimeoutError, FeatureContractError or what the network gave.
   */
  loadFeature(name: string, again?: boolean): Promise<void>;
  /** Another release takes the place of one that is in use; without one the feature is gone. */
  change(release: LiveFeature, next?: LiveFeature): void;
  /** This release of a feature threw while it rendered: from now on the last good one is in use, if there is one. */
  giveUp(release: LiveFeature, error: unknown): void;
  /** This release of a feature made a page hang; `isNew` where that was not reported before. The last good one is in use, if there is one. */
  setAside(release: LiveFeature, isNew: boolean): void;
  /** Whether this page has left a release for one that is better. */
  isLeft(release: LiveFeature): boolean;
}

class FeatureHeldError extends Error {
  override name = 'FeatureHeldError';
}

export function createFeatureLoader({
  features,
  shellPages,
  report,
  during = (_, work) => work(),
  timeoutMs = 10_000,
  plugins,
}: {
  features: readonly LiveFeature[];
  /** Asks for the shell's own pages; after a failure it is called again. */
  shellPages: () => Promise<Record<string, ComponentType>>;
  /** Called with each release that failed, and with what it threw. */
  report: (failure: ReleaseReport, error?: unknown) => void;
} & Partial<ReleaseRuntime>): FeatureLoader {
  const state = createStore<LoaderState>(() => ({ features, parts: {} }));
  const pending = new Map<string, Promise<void>>();
  const left = new Set<string>();
  /** Hung, and nothing takes their place. */
  const held = new Set<string>();

  const loadRelease = createReleaseRuntime({ during, timeoutMs, ...(plugins && { plugins }) });

  const inUse = (name: string) => state.getState().features.find(({ manifest }) => manifest.name === name);

  const keep = (name: string, parts: LoadedParts | undefined): void =>
    state.setState((before) => ({ parts: { ...before.parts, [name]: parts } }));

  /** Not any more where another release took its place while it loaded. */
  const isInUse = ({ manifest, version }: LiveFeature) => inUse(manifest.name)?.version === version;

  const reportFailure = (
    { manifest, version }: LiveFeature,
    outcome: ReleaseReport['outcome'],
    error?: unknown,
  ): void => report({ feature: manifest.name, version, outcome }, error);

  /** Puts the last good release in the place of `release`, with its parts where they are here already. */
  function replace(release: LiveFeature, next?: LiveFeature, parts?: LoadedParts): void {
    const { name } = release.manifest;
    state.setState(({ features: before }) => ({
      features: before.flatMap((each) => (each.manifest.name === name ? (next ?? []) : each)),
    }));
    keep(name, parts);
  }

  async function loadOrFallBack(name: string): Promise<void> {
    if (name === SHELL) return keep(name, { pages: await within(timeoutMs, shellPages(), name), slots: {} });
    const release = inUse(name);
    if (!release) throw new Error(`The registry lists no feature ${name}`);
    // The runtime limits neither a container's `init` nor the last good release that follows.
    const loaded = await within(2 * timeoutMs, loadRelease(release), name).catch((error: unknown) => {
      // Two releases that fail say more of the network than of either.
      if (!release.lastGood) reportFailure(release, 'failed-to-load', error);
      throw error;
    });
    if (isInUse(release)) {
      if (loaded.release === release) keep(name, loaded.feature);
      else replace(release, loaded.release, loaded.feature);
    }
    if (loaded.release !== release) reportFailure(release, 'failed-to-load', loaded.error);
  }

  function change(release: LiveFeature, next?: LiveFeature): void {
    pending.delete(release.manifest.name);
    replace(release, next);
  }

  return {
    state,

    loadFeature(name, again) {
      if (again) held.delete(name);
      if (held.has(name)) return Promise.reject(new FeatureHeldError(`${name} made a page hang`));
      const known = pending.get(name);
      if (known) return known;
      const loading = loadOrFallBack(name);
      pending.set(name, loading);
      loading.catch(() => pending.delete(name));
      return loading;
    },

    giveUp(release, error) {
      const { lastGood } = release;
      // Two parts of one feature can throw at once; the second must not be held against the last good release.
      if (!isInUse(release)) return;
      reportFailure(release, 'failed-to-render', error);
      left.add(releaseName(release));
      if (lastGood) change(release, lastGood);
    },

    setAside(release, isNew) {
      const { lastGood, manifest } = release;
      if (isNew) reportFailure(release, 'hung');
      left.add(releaseName(release));
      if (lastGood) change(release, lastGood);
      else held.add(manifest.name);
    },

    isLeft: (release) => left.has(releaseName(release)),

    change,
  };
}
