import type { Page } from '@playwright/test';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { type Account, inSession } from './participants.ts';
import { press } from './press.ts';
import { DEMONSTRATION_PASSWORD } from './staff.ts';

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

/** Logs in by calls as one of the demonstration's participants, whom a journey leaves as they are. No page is opened. */
export const enterAs = (page: Page, url: string, name: 'new' | 'usual' | 'timeline'): Promise<void> =>
  enter(page, url, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });

const enter = (
  page: Page,
  url: string,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> =>
  inSession(page, url, async (client) => {
    await client.send(loginCheck, undefined);
    await client.send(loginUser, { username: email, password });
  });
