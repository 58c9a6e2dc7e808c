import { expect, type Page } from '@playwright/test';
import { forgetSession } from './forget-session.ts';
import { press } from './press.ts';

export const DEMONSTRATION_PASSWORD = 'four calm steps down';
const EMAILS = {
  researcher: 'researcher@demo.stepwise.example',
  manager: 'admin@demo.stepwise.example',
  'safety board': 'safety-board@demo.stepwise.example',
} as const;

/** Logs in as the demonstration's member of staff with that role, in a new session. */
export async function logInAsStaff(page: Page, role: keyof typeof EMAILS): Promise<void> {
  await forgetSession(page);
  await page.goto('/admin/log-in');
  await page.getByLabel('Email').fill(EMAILS[role]);
  await page.getByLabel('Password', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await press(page.getByRole('button', { name: 'Log in' }));
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

/**
 * Follows a link of the team's navigation, whose entries may end with how many things wait there; on a phone from its menu,
 * at a desk from the group that has it.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  // The menu comes after what a page begins with.
  await page.waitForLoadState('domcontentloaded');
  const menu = page.locator('summary').filter({ hasText: /^Menu/ });
  if (await menu.isVisible()) await press(menu);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const words = new RegExp(`^${name}( \\(\\d+\\))?$`);
  const group = page
    .locator('.pages-group:not([open])')
    .filter({ has: page.locator('a', { hasText: words }) });
  if (await group.locator('summary').isVisible()) await press(group.locator('summary'));
  await press(navigation.getByRole('link', { name: words }));
}
