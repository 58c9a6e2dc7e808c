import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';
import {
  hasHistory,
  haveContractsChanged,
  previousShellFits,
  type Skew,
} from './support/previous-releases.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const MAIN_JOURNEY = 'welcome-to-first-record.spec.ts';

/** The main journey over two releases that meet while teams release on their own. */
const skewed = (skew: Skew) => ({
  name: skew,
  testMatch: MAIN_JOURNEY,
  use: { ...phone, skew },
});

/** With a server of their own, for what does not depend on the project's screen. */
const OWN_STACK = [
  'current-password.spec.ts',
  'development.spec.ts',
  'install.spec.ts',
  'integrity.spec.ts',
  'remembered-device.spec.ts',
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
];
/** Neither layout nor keyboard differs: at night on a desktop too. So are the journeys with the tag @phone. */
const AT_ANY_SIZE = [
  'acting.spec.ts',
  'consent.spec.ts',
  'forced-colours.spec.ts',
  'large-text.spec.ts',
  'old-browser.spec.ts',
  'passkeys.spec.ts',
  'session-end.spec.ts',
];
/** Of the team, which works at a desk. They make the window narrow themselves where it has to fit a phone. */
const AT_A_DESK = [
  'participant-overview.spec.ts',
  'research-data.spec.ts',
  'staff-accounts.spec.ts',
  'warning-signs.spec.ts',
];
const isNightly = process.env.NIGHTLY === '1';

const isKnown = hasHistory();
const canSkew = isKnown && (isNightly || haveContractsChanged());
if (!isKnown && process.env.TEST_WORKER_INDEX === undefined)
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
    { name: 'phone', testIgnore: isNightly ? [] : AT_A_DESK, use: phone },
    // They need the previous releases, which are built by now. At the end a second worker would have nothing to do meanwhile.
    ...(canSkew ? [skewed('previous features')] : []),
    ...(canSkew && previousShellFits() ? [skewed('previous shell')] : []),
    // In dark mode, so that contrast is checked in both schemes.
    {
      name: 'desktop',
      testIgnore: isNightly ? OWN_STACK : [...OWN_STACK, ...AT_ANY_SIZE],
      ...(!isNightly && { grepInvert: /@phone/ }),
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    },
  ],
});
