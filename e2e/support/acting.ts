import { expect, type Page } from '@playwright/test';

const RESEARCHER = { email: 'researcher@demo.stepwise.example', password: 'four calm steps down' };

/** The demonstration's researcher logs in and acts for the participant of that address, in place of who was here. */
export async function actFor(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/admin/log-in');
  await page.getByLabel('Email').fill(RESEARCHER.email);
  await page.getByLabel('Password', { exact: true }).fill(RESEARCHER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('searchbox').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await page.getByLabel('Reason').fill('Asked by phone to do it with them.');
  await page.getByRole('button', { name: 'Act for this participant' }).click();
  await expect(page.getByText('Acting as - Alex')).toBeVisible();
}
