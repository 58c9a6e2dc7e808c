import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { TimelinePage } from './pages/timeline.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: {},
  slots: { 'home-timeline': TimelinePage },
});
