import { expect, type Page } from '@playwright/test';
import { press } from './press.ts';

/**
 * Logs the participant out, and waits for the welcome page. On the way there a page for participants is the log-in page,
 * which would return to it.
 */
export async function logOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Log out', exact: true }).first());
  await expect(page.getByRole('button', { name: 'See the next steps' })).toBeVisible();
}
