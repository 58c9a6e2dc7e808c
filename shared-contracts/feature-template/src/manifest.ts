import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-new-feature',
  title: 'New feature',
  contract: '^0.1.1',
  routes: [{ path: '/new-feature', page: 'newFeature', access: 'participant' }],
  navigation: {
    label: 'New feature',
    path: '/new-feature',
    icon: 'pencil',
    condition: 'participant',
    order: 90,
  },
  slots: [],
};
