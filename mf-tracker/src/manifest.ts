import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-tracker',
  title: 'Your check-up and timeline',
  contract: '^0.1.3',
  routes: [],
  slots: ['home-timeline'],
};
