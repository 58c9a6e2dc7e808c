import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-survey',
  title: 'The survey',
  contract: '^0.1.1',
  routes: [{ path: '/survey', exact: true, page: 'survey', access: 'anyone' }],
  slots: ['welcome'],
};
