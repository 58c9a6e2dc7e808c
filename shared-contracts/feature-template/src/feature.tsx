import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { NewFeaturePage } from './pages/new-feature.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: { newFeature: NewFeaturePage },
  slots: {},
});
