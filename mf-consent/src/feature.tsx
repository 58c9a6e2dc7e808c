import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { BaselineSlot } from './pages/baseline.slot.tsx';
import { ConsentPage } from './pages/consent.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: { consent: ConsentPage },
  slots: { 'home-questionnaire': BaselineSlot },
});
