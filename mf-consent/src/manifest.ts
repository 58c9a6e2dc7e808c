import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: 'mf-consent',
  title: 'Consent',
  contract: '^0.1.1',
  routes: [{ path: '/consent', page: 'consent', access: 'anyone' }],
  slots: ['home-questionnaire'],
};
