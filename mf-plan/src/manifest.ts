import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-plan',
  title: 'Your plan',
  contract: '^0.1.3',
  routes: [{ path: '/plan', page: 'plan', access: 'participant' }],
  navigation: { label: 'Plan', path: '/plan', icon: 'plan', condition: 'randomised', order: 30 },
  slots: [],
};
