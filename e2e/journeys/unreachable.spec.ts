import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOOT_ELEMENT, bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { CHECKOUT_BUILD, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

// The compose test covers the gateway; this journey covers the page itself.
test('shows a readable, printable page with numbers to call while no server answers', async ({ page }) => {
  // It starts a server and a database of its own.
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-gateway-pages-'));
  const stack = await startStack(CHECKOUT_BUILD, { GATEWAY_PAGES: folder });
  try {
    await page.goto(stack.url);
    const { site } = bootDataSchema.parse(
      JSON.parse((await page.locator(`#${BOOT_ELEMENT}`).textContent()) ?? ''),
    );
    const body = await readFile(join(folder, 'unreachable.html'), 'utf8');
    await page.route('**/*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html; charset=utf-8', body }),
    );
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${stack.url}/plan`);
    for (const { number, tel } of [site.emergency, site.counselling])
      await expect(page.getByRole('link', { name: `Call ${number}` })).toHaveAttribute('href', tel);
    const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isCutOff).toBe(false);
    // Its policy lets its own style through.
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveCSS('display', 'inline-flex');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Call ${site.counselling.number}`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toBeHidden();
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true });
  }
});
