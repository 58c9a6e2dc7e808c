import { expect, type Page } from '@playwright/test';

/** Waits until the device keeps the app, and installs no newer one. */
export const whenKept = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        return !installing && !waiting && active?.state === 'activated';
      }),
    )
    .toBe(true);
