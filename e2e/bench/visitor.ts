import type { Browser, Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD } from '@stepwise/api/src/domain/people/participants/demonstration-accounts.ts';
import { logIn } from '../support/accounts.ts';
import type { Call } from './all-data.ts';

/** The demonstration's participant on the timeline. */
export const EMAIL = 'timeline@demo.stepwise.example';

/** Logs the participant in on a phone, in a context of its own, and waits for the timeline. */
export async function openTimeline(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await logIn(page, { email: EMAIL, password: DEMONSTRATION_PASSWORD });
  await page.getByRole('slider', { name: 'Day on the timeline' }).waitFor();
  return page;
}

/** `all-data` as the page's session would send it. */
export async function allDataOf(page: Page): Promise<Call> {
  const known = await page.context().cookies();
  const csrfToken = known.find(({ name }) => name === 'csrftoken')?.value ?? '';
  const cookie = known.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-csrftoken': csrfToken, 'x-time-zone': 'Australia/Melbourne' };
  return { url: new URL('/api/all-data/', page.url()).href, headers };
}
