import { signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { openReleases } from '../support/releases.ts';
import { CHECKOUT_BUILD, startStack, WITHOUT_RENDERER } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a missing release shows a fallback, leaves other features as they are and recovers on retry', async ({
  browser,
}) => {
  // It starts a server and a database of its own.
  test.slow();
  const stack = await startStack(CHECKOUT_BUILD, WITHOUT_RENDERER);
  const releases = await openReleases(stack);
  const restoreFiles = await releases.removeFiles('mf-helpers');
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  const fallback = page.getByText('“Helpers” is not working right now');
  try {
    await signedUp(page, stack.url);
    await page.goto('/contact');
    await expect(fallback).toBeVisible();
    await expect(page.getByRole('link', { name: /13 11 14/ }).last()).toBeVisible();
    await expectAccessible(page);

    await page.goto('/consent');
    await expect(page.getByRole('button', { name: 'I agree' })).toBeVisible();
    await page.goto('/survey');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

    await press(page.getByRole('link', { name: 'Helpers' }));
    await expect(fallback).toBeVisible();
    await restoreFiles();
    await press(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByRole('button', { name: 'Add your doctor or nurse' })).toBeVisible();
  } finally {
    await context.close();
    await releases.close();
    await stack.stop();
  }
});
