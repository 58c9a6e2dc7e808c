import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { expectAccessible } from '../support/test.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

/** As their headings: `action-bar.tsx` as `ActionBar`. */
const COMPONENTS = readdirSync(join(CHECKOUT, 'shared-contracts/src/design-system'))
  // The page begins with that one.
  .filter((file) => /^[a-z-]+\.tsx$/.test(file) && file !== 'page-heading.tsx')
  .map((file) =>
    file.replace('.tsx', '').replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
const SCHEMES = ['light', 'dark'] as const;
/** All of them at night. */
const VIEWS = isNightly
  ? SCHEMES.flatMap((colorScheme) => [320, 768, 1280].map((width) => ({ colorScheme, width })))
  : ([{ colorScheme: 'dark', width: 320 }] as const);

test('the page of the components has no axe violation in both schemes at each width', async ({ page }) => {
  await promisify(execFile)('node', ['shared-contracts/tooling/gallery/build-gallery.ts'], { cwd: CHECKOUT });
  const gallery = join(CHECKOUT, '.stepwise/gallery/components.html');
  for (const { colorScheme, width } of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pathToFileURL(gallery).href);
    for (const component of COMPONENTS)
      await expect(page.getByRole('heading', { name: component, exact: true })).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
});
