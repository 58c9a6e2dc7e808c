import type { Page } from '@playwright/test';

/**
 * Removes the browser's cookies once the page has been left. An open page's calls without a cookie begin a session each,
 * and the answer of one may replace the session of the page that is opened next.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
