import { join } from 'node:path';
import { loadContent } from '../../api/src/content/load-content.ts';
import { renderUnreachablePage } from '../../api/src/http/pages/unreachable-page.ts';
import { presentSite } from '../../api/src/modules/content/present-content.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const site = presentSite(loadContent(join(import.meta.dirname, '../../api/content')));

// The compose test sees the gateway show it; here it is looked at.
test('the page for when no server answers can be read, called from and printed', async ({ page }) => {
  await page.route('**/*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'text/html; charset=utf-8',
      body: renderUnreachablePage(site),
    }),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/plan');
  for (const { number, tel } of [site.emergency, site.counselling])
    await expect(page.getByRole('link', { name: `Call ${number}` })).toHaveAttribute('href', tel);
  const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isCutOff).toBe(false);
  // Its policy lets its own style through.
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveCSS('display', 'inline-flex');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Call ${site.counselling.number}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeHidden();
});
