import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { press } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

/** Text spacing of WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;
const TWICE_AS_LARGE = 'html { font-size: 200% !important; }';
/** Twice as large, in a font that is wider than the app's. */
const WIDE_LETTERS =
  'html { font-size: 32px !important; } * { font-family: monospace !important; letter-spacing: 0.12em !important; }';

async function expectNoOverflow(page: Page, styles = [SPACED, TWICE_AS_LARGE]): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const css of styles) {
    const width = await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
      return document.documentElement.scrollWidth;
    }, css);
    expect(width, `${page.url()} with ${css}`).toBe(page.viewportSize()?.width);
  }
}

test.describe('spaced and large text at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('makes no page of a participant too wide', async ({ page }) => {
    for (const path of ['/', '/login', '/survey', '/about']) {
      await page.goto(path);
      await expectNoOverflow(page);
    }
    for (const name of ['new', 'timeline', 'usual']) {
      await forgetSession(page);
      await logIn(page, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
      for (const path of name === 'timeline' ? ['/', '/?check-up=sleep', '/plan'] : ['/']) {
        await page.goto(path);
        await expectNoOverflow(page);
      }
    }
  });

  test('makes no page of the team too wide', async ({ page }) => {
    await logInAsStaff(page, 'manager');
    await page.goto('/admin/participants');
    await expectNoOverflow(page);
    // The links of the head are hidden on a narrow screen.
    await press(page.locator('tbody').getByRole('link').first());
    await page.waitForURL(/\/admin\/participants\/./);
    await expectNoOverflow(page);
    for (const path of ['/admin/audit', '/admin/content']) {
      await page.goto(path);
      await expectNoOverflow(page);
    }
  });
});

test('the dose is not too wide at 390 px with large text, where the app’s own font did not load', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await logIn(page, { email: 'timeline@demo.stepwise.example', password: DEMONSTRATION_PASSWORD });
  await expect(page.getByRole('region', { name: 'Today’s dose' })).toBeVisible();
  await expectNoOverflow(page, [WIDE_LETTERS]);
});
