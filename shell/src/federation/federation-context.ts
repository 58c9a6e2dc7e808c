import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { createContext, useContext } from 'react';
import type { FeatureLoader } from './load-feature.ts';

interface Federation {
  features: readonly LiveFeature[];
  site: SiteContent;
  loader: FeatureLoader;
}

export const FederationContext = createContext<Federation | null>(null);

/** The live features, the way to load them, and what to say when one is missing. Throws outside of the shell. */
export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error('useFederation needs a FederationContext above it.');
  return federation;
}
