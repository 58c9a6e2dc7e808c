import { expect, expectAccessible, test } from '../support/test.ts';

test('says which browsers are needed, with numbers to call, in one that is too old', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Stepwise needs a newer browser' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000');
  await expectAccessible(page);
  // The shell has not started, and nothing counts as its failure.
  expect(calls).toEqual([]);
});
