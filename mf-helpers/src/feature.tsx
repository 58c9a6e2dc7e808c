import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { HelpersPage } from './pages/helpers.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: { helpers: HelpersPage },
  slots: {},
});
