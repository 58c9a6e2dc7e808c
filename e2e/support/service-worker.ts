import { expect, type Page } from '@playwright/test';

/** The worker installs one file after the other, each beside what else a busy machine does. */
const INSTALL_TIMEOUT_MS = 90_000;

/** Waits until the device keeps the app, and installs no newer one. */
export const whenKept = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          // Not `ready`: asked for before there is a registration, it stayed pending in some runs.
          const kept = await navigator.serviceWorker.getRegistration();
          return kept?.active?.state === 'activated' && !kept.installing && !kept.waiting;
        }),
      { timeout: INSTALL_TIMEOUT_MS },
    )
    .toBe(true);
