import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/test.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

const SCHEMES = ['light', 'dark'] as const;
/** All of them at night. */
const VIEWS =
  process.env.NIGHTLY === '1'
    ? SCHEMES.flatMap((colorScheme) => [320, 768, 1280].map((width) => ({ colorScheme, width })))
    : ([{ colorScheme: 'dark', width: 320 }] as const);

test('the page of the components has no axe violation in both schemes at each width', async ({ page }) => {
  await promisify(execFile)('node', ['shared-contracts/tooling/gallery/build-gallery.ts'], { cwd: CHECKOUT });
  const gallery = join(CHECKOUT, '.stepwise/gallery/components.html');
  for (const { colorScheme, width } of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pathToFileURL(gallery).href);
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
});
