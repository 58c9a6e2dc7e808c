import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { PlanPage } from './pages/plan.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: { plan: PlanPage },
  slots: {},
});
