import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FeatureLoader } from './load-feature.ts';

interface Federation {
  site: SiteContent;
  loader: FeatureLoader;
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
