import { expect, type Page } from '@playwright/test';
import { jumpTo, press, pressKey } from './press.ts';
import { goTo, logInAsStaff } from './staff.ts';

/** Logs in as the demonstration's researcher and acts for the participant with that email address. */
export async function actFor(page: Page, email: string): Promise<void> {
  await logInAsStaff(page, 'researcher');
  await goTo(page, 'Participants');
  await page.getByRole('searchbox').fill(email);
  await pressKey(page, 'Enter');
  // The list of all has the participant as well, and is being left.
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await press(page.getByRole('row').filter({ hasText: email }).getByRole('link'));
  await actForShown(page);
}

/** On the participant's page of the team. */
export async function actForShown(page: Page): Promise<void> {
  await jumpTo(page.getByRole('link', { name: 'Act for them', exact: true }));
  await page.getByLabel('Reason').fill('Asked by phone to do it with them.');
  await press(page.getByRole('button', { name: 'Act for this participant' }));
  await expect(page.getByText('Acting as - Alex')).toBeVisible();
}
