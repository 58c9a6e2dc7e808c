import { expect, type Page } from '@playwright/test';
import { logInAsStaff } from './staff.ts';

/** Logs in as the demonstration's researcher and acts for the participant with that email address. */
export async function actFor(page: Page, email: string): Promise<void> {
  await logInAsStaff(page, 'researcher');
  await page.getByRole('searchbox').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await page.getByLabel('Reason').fill('Asked by phone to do it with them.');
  await page.getByRole('button', { name: 'Act for this participant' }).click();
  await expect(page.getByText('Acting as - Alex')).toBeVisible();
}
