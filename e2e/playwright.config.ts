import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';
import { hasHistory, previousShellFits, type Skew } from './support/previous-releases.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const MAIN_JOURNEY = 'welcome-to-first-record.spec.ts';

/** The main journey over two releases that meet while teams release on their own. */
const skewed = (skew: Skew) => ({
  name: skew,
  testMatch: MAIN_JOURNEY,
  use: { ...phone, skew },
});

const canSkew = hasHistory();
if (!canSkew && process.env.TEST_WORKER_INDEX === undefined)
  process.stdout.write('Without the history of the sources no journey runs over previous releases.\n');

export default defineConfig<object, { skew: Skew | null }>({
  testDir: 'journeys',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: await findChromium(),
    // A control that does not come is named by the error; the whole test's limit would not name it.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    screenshot: 'only-on-failure',
    // Snapshots of the pages' DOM at each step take a fifth of the run; `--trace retain-on-failure` brings them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
  projects: [
    ...(canSkew ? [{ name: 'previous releases', testMatch: 'previous-releases.setup.ts' }] : []),
    { name: 'phone', use: phone },
    // They need the previous releases, which are built by now. At the end a second worker would have nothing to do meanwhile.
    ...(canSkew ? [skewed('previous features')] : []),
    ...(canSkew && previousShellFits() ? [skewed('previous shell')] : []),
    // In dark mode, so that contrast is checked in both schemes.
    {
      name: 'desktop',
      // They start a server of their own, for what does not depend on the project's screen.
      testIgnore: [
        'current-password.spec.ts',
        'development.spec.ts',
        'install.spec.ts',
        'integrity.spec.ts',
        'kept-device.spec.ts',
        'last-good-shell.spec.ts',
        'last-good.spec.ts',
        'missing-release.spec.ts',
        'new-feature.spec.ts',
        'offline.spec.ts',
        'recall.spec.ts',
        'release.spec.ts',
        'transcripts.spec.ts',
        'unreachable.spec.ts',
        'words-before-script.spec.ts',
      ],
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    },
  ],
});
