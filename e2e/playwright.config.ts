import { defineConfig } from '@playwright/test';
import { isNightly, otherHalf } from '@stepwise/tooling/testing/nightly';
import { CHECKOUT, commitOf } from './support/checkout.ts';
import { findChromium } from './support/find-chromium.ts';
import { hasHistory, previousShellFits, type Skew } from './support/previous-releases.ts';
import { WITHOUT_RENDERER } from './support/stack.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const MAIN_JOURNEY = 'welcome-to-first-record.spec.ts';

/** The main journey over two releases that meet while teams release on their own. */
const skewed = (skew: Skew) => ({
  name: skew,
  testMatch: MAIN_JOURNEY,
  use: { ...phone, skew },
});

/** With a server or with screens of their own, for what does not depend on the project's screen. */
const OWN_STACK = [
  'accessible-pages.spec.ts',
  'built-releases.spec.ts',
  'current-password.spec.ts',
  'development.spec.ts',
  'gallery.spec.ts',
  'install.spec.ts',
  'integrity.spec.ts',
  'remembered-device.spec.ts',
  'last-good-shell.spec.ts',
  'last-good.spec.ts',
  'missing-release.spec.ts',
  'months.spec.ts',
  'new-feature.spec.ts',
  'notifications.spec.ts',
  'offline.spec.ts',
  'recall.spec.ts',
  'release.spec.ts',
  'second-trial.spec.ts',
  'transcripts.spec.ts',
  'unreachable.spec.ts',
  'words-before-script.spec.ts',
];
/** With a keyboard, or of the team, which works at a desk. They make the window narrow themselves where it has to fit a phone. */
const AT_A_DESK = [
  'keyboard-stops.spec.ts',
  'participant-overview.spec.ts',
  'research-data.spec.ts',
  'staff-accounts.spec.ts',
  'warning-signs.spec.ts',
];
/** At a desk too in every run; the others there only in the nightly run. */
const AT_BOTH_SIZES = ['timeline-geometry.spec.ts'];
/** These, and the journeys with the tag @nightly, are part of the nightly run only. */
const NIGHTLY = [
  'current-password.spec.ts',
  'development.spec.ts',
  'forced-colours.spec.ts',
  'install.spec.ts',
  'large-text.spec.ts',
  'last-good-shell.spec.ts',
  'missing-release.spec.ts',
  'new-feature.spec.ts',
  'notifications.spec.ts',
  'old-browser.spec.ts',
  'passkeys.spec.ts',
  'recall.spec.ts',
  'reconsent.spec.ts',
  'release.spec.ts',
  'second-trial.spec.ts',
  'transcripts.spec.ts',
  'unreachable.spec.ts',
];
/** A run takes one half of these by its commit, and the nightly run both. */
const HALVES = [
  ['course-geometry.spec.ts', 'gallery.spec.ts', 'integrity.spec.ts', 'remembered-device.spec.ts'],
  ['help-in-sight.spec.ts', 'last-good.spec.ts', 'words-before-script.spec.ts'],
];

// A process for each person, who is another in each journey. Those about the markup, and the walk over all pages, keep it.
if (!isNightly) Object.assign(process.env, WITHOUT_RENDERER);

const chromium = await findChromium();

const isKnown = hasHistory();
const canSkew = isKnown && isNightly;
if (!isKnown && isNightly && process.env.TEST_WORKER_INDEX === undefined)
  process.stdout.write('Without the history of the sources no journey runs over previous releases.\n');

export default defineConfig<object, { skew: Skew | null }>({
  testDir: 'journeys',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  ...(!isNightly && { grepInvert: /@nightly/ }),
  fullyParallel: false,
  workers: 2,
  // For a machine that is busy with more than the journeys; none of them waits for time to pass.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      ...chromium,
      // A document lives for seconds here, in which what V8 optimises is ready too late.
      args: [...chromium.args, '--js-flags=--no-turbofan,--no-maglev'],
    },
    // A control that does not come is named by the error; the whole test's limit would not name it.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    screenshot: 'only-on-failure',
    // Traces take a tenth of the run; `--trace retain-on-failure` brings them.
    trace: 'off',
    // A service worker loads the whole app for each new browser, a fifth of the run. Journeys that need it allow it.
    serviceWorkers: isNightly ? 'allow' : 'block',
  },
  projects: [
    ...(canSkew ? [{ name: 'previous releases', testMatch: 'previous-releases.setup.ts' }] : []),
    // In dark mode, so that contrast is checked in both schemes.
    {
      name: 'desktop',
      // Beside a worker of the phone's: each starts a browser and a server of its own.
      workers: 1,
      ...(isNightly ? { testIgnore: OWN_STACK } : { testMatch: [...AT_A_DESK, ...AT_BOTH_SIZES] }),
      use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    },
    {
      name: 'phone',
      testIgnore: isNightly ? [] : [...AT_A_DESK, ...NIGHTLY, ...otherHalf(HALVES, commitOf(CHECKOUT))],
      use: phone,
    },
    // They need the previous releases, which are built by now.
    ...(canSkew ? [skewed('previous features')] : []),
    ...(canSkew && previousShellFits() ? [skewed('previous shell')] : []),
  ],
});
