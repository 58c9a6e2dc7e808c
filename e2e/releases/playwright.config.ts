import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/find-chromium.ts';

/** `npm run test:releases`: what takes minutes, and so is not in `npm test`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: { launchOptions: await findChromium(), locale: 'en-AU', timezoneId: 'Australia/Melbourne' },
});
