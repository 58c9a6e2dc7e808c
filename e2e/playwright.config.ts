import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: await findChromium(),
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    // In the dark, so that both schemes are held to contrast.
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } },
  ],
});
