import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FeatureLoader } from './load-feature.ts';
import type { MountWatch } from './watch-mounts.ts';

/** The shell's own pages and what else it loads with them, in `pages.js`. */
export type ShellPageName =
  | ('about' | 'home' | 'log-in' | 'sign-up')
  | ('log-out-dialog' | 'session-end-notice' | 'registry-follower' | 'fault-watcher');

export interface Federation {
  site: SiteContent;
  loader: FeatureLoader;
  /** Absent on the server. */
  mounts?: MountWatch;
  /** Reports what is wrong with a release. Absent on the server. */
  report?: (failure: ReleaseReport, error?: unknown) => void;
  /** Where scripts may come from; grows with each release that takes another's place. */
  scriptFolders: string[];
}

export const FederationContext = createContext<Federation | null>(null);

/** The way to load features, and what to say when one is missing. Throws outside of the shell. */
export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error('useFederation needs a FederationContext above it.');
  return federation;
}

/** The features, each with the release in use; renders again when another one takes its place. */
export function useFeatures(): readonly LiveFeature[] {
  return useStore(useFederation().loader.state, ({ features }) => features);
}
