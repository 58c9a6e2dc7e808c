import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-helpers',
  title: 'Helpers',
  contract: '^0.1.3',
  routes: [{ path: '/contact', page: 'helpers', access: 'participant' }],
  navigation: { label: 'Helpers', path: '/contact', icon: 'helpers', condition: 'participant', order: 20 },
  slots: [],
};
