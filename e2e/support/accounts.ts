import type { Page } from '@playwright/test';
import type { Account } from './participants.ts';
import { press } from './press.ts';

/** Fills in the details form of the sign-up page and sends it. */
export async function sendDetails(page: Page, { firstName, email, password }: Account): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page.getByRole('button', { name: 'Sign up' }));
}

export async function logIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page.getByRole('button', { name: 'Log in' }));
}
