import { expect, type Page } from '@playwright/test';

/** The worker installs one file after the other, each beside what else a busy machine does. */
const INSTALL_TIMEOUT_MS = 90_000;

/** Waits until the device keeps the app, and installs no newer one. */
export const whenKept = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { active, installing, waiting } = await navigator.serviceWorker.ready;
          return !installing && !waiting && active?.state === 'activated';
        }),
      { timeout: INSTALL_TIMEOUT_MS },
    )
    .toBe(true);
