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

/** Sends the form of a page of the team, without the browser. Gives where the answer leads. */
async function sendForm(
  page: Page,
  shownAt: string,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const text = await (await page.request.get(shownAt)).text();
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await page.request.post(path, { form: { csrfToken, ...fields }, maxRedirects: 0 });
  const { location } = answer.headers();
  if (!location) throw new Error(`${path} answered ${answer.status()}.`);
  return location;
}

/** Logs in without the browser, in a new session, and opens the page that this leads to. */
export async function enterAsStaff(page: Page, role: keyof typeof EMAILS): Promise<void> {
  await forgetSession(page);
  await page.goto(await logInByForm(page, role));
}

const logInByForm = (page: Page, role: keyof typeof EMAILS): Promise<string> =>
  sendForm(page, '/admin/log-in', '/admin/log-in', { email: EMAILS[role], password: DEMONSTRATION_PASSWORD });

/** Logs in as the researcher without the browser, and acts for a participant. */
export async function actById(page: Page, participantId: string): Promise<void> {
  await forgetSession(page);
  await logInByForm(page, 'researcher');
  const path = `/admin/participants/${participantId}`;
  await sendForm(page, path, `${path}/act`, { reason: 'Asked by phone to do it with them.' });
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
