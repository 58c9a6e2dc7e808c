import type { Page } from '@playwright/test';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { enterAs } from '../support/accounts.ts';
import { WITH_RENDERER } from '../support/stack.ts';
import { enterAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, onOwnStack, test } from '../support/test.ts';

// Every page takes over the server's markup, with no fault in the console.
const stack = onOwnStack(WITH_RENDERER);

const VIEWS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

const VISITORS = [
  ...['/', '/survey', '/sign-up', '/login', '/about', '/consent', '/contact'],
  ...['/no-such-page', '/account/help'],
];
const PARTICIPANTS = {
  new: ['/', '/survey', '/consent', '/contact'],
  usual: ['/contact', '/'],
  timeline: [
    ...['/contact', '/', '/?check-up=sleep'],
    ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', 'summary', 'doctor'].map(
      (page) => `/plan?page=${page}`,
    ),
  ],
} as const;

/** On a phone in the light scheme or at a desk in the dark one, by turns; at night in both. */
async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries())
    for (const { viewport, colorScheme } of isNightly ? VIEWS : [VIEWS[index % 2] ?? VIEWS[0]]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expectAccessible(page);
    }
}

test.describe('no page breaks a rule of axe', () => {
  test.setTimeout(240_000);

  test('of a visitor', async ({ page }) => expectAllAccessible(page, VISITORS));

  test('of the API', { tag: '@nightly' }, async ({ page }) => expectAllAccessible(page, ['/api/docs']));

  for (const name of ['new', 'usual', 'timeline'] as const)
    test(`of a participant (${name})`, async ({ page }) => {
      await enterAs(page, (await stack()).url, name);
      await expectAllAccessible(page, PARTICIPANTS[name]);
    });

  test('of the team', async ({ page }) => {
    await enterAsStaff(page, 'manager');
    // On a phone they are in a menu.
    const links = page.locator('.pages-menu nav a[href^="/admin"]');
    const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThan(10);
    await page.goto('/admin/participants');
    const participant = await page.getByRole('rowheader').getByRole('link').first().getAttribute('href');
    await expectAllAccessible(page, [...paths, participant ?? '', '/admin/account']);
  });
});
