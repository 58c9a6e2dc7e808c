import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const VISITORS = ['/', '/survey', '/sign-up', '/login', '/about', '/consent', '/contact'];
const PARTICIPANTS = {
  new: ['/', '/survey', '/consent', '/contact'],
  usual: ['/', '/contact'],
  timeline: [
    ...['/', '/?check-up=sleep', '/contact'],
    ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', 'summary', 'doctor'].map(
      (page) => `/plan?page=${page}`,
    ),
  ],
} as const;

async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectAccessible(page);
  }
}

/** On a phone in the light scheme, at a desk in the dark one. */
test.describe('no page breaks a rule of axe', () => {
  test.setTimeout(240_000);

  test('of a visitor', async ({ page }) => expectAllAccessible(page, VISITORS));

  test('of the API', { tag: '@nightly' }, async ({ page }) => expectAllAccessible(page, ['/api/docs']));

  for (const [name, paths] of Object.entries(PARTICIPANTS))
    test(`of a participant (${name})`, async ({ page }) => {
      await logIn(page, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
      await expectAllAccessible(page, paths);
    });

  test('of the team', async ({ page }) => {
    await forgetSession(page);
    await logInAsStaff(page, 'manager');
    // On a phone they are in a menu.
    const links = page.locator('.pages-menu nav a[href^="/admin"]');
    const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThan(10);
    await page.goto('/admin/participants');
    const participant = await page.getByRole('rowheader').getByRole('link').first().getAttribute('href');
    await expectAllAccessible(page, [...paths, participant ?? '', '/admin/account']);
  });
});
