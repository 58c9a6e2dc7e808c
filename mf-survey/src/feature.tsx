import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { manifest } from './manifest.ts';
import { SurveyPage } from './pages/survey.page.tsx';

export const feature = defineFeature({
  manifest,
  pages: { survey: SurveyPage },
  slots: { welcome: SurveyPage },
});
