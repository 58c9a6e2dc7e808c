import { developFeature } from '../support/development.ts';
import { signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { CHECKOUT_BUILD, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const PAGE = 'src/pages/helpers.page.tsx';

test('develops a feature alone, overrides it in a shell with a notice, and ends the override', async ({
  browser,
}) => {
  // It starts a server with a database, and webpack.
  test.slow();
  const team = await developFeature('mf-helpers');
  const stack = await startStack(CHECKOUT_BUILD, { FEATURE_OVERRIDES: 'allowed' });
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const bar = page.getByRole('form', { name: 'Override' });

  try {
    await page.addInitScript((alone) => {
      if (location.href.startsWith(alone)) window.hasOtherFrame = true;
    }, team.alone);
    await page.goto(team.alone);
    await press(page.getByRole('button', { name: 'Add your doctor or nurse' }));
    await page.getByLabel('Name').fill('Dr Kim Nguyen');
    await team.edit(PAGE, '>Helpers<', '>Helping hands<');
    await expect(heading('Helping hands')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Dr Kim Nguyen');

    await signedUp(page, stack.url);
    await page.goto('/account/overrides');
    await expectAccessible(page);
    await page.getByLabel('Feature').selectOption('mf-helpers');
    await page.getByLabel('Address').fill(team.remote);
    await press(page.getByRole('button', { name: 'Override' }));
    await expect(bar).toContainText(`mf-helpers comes from ${team.remote}, not from its release.`);
    await press(page.getByRole('link', { name: 'Helpers' }));
    await expect(heading('Helping hands')).toBeVisible();
    await expect(bar).toBeVisible();
    await expectAccessible(page);

    await team.edit(PAGE, '>Helping hands<', '>Hands that help<');
    await expect(heading('Hands that help')).toBeVisible();

    await press(bar.getByRole('button', { name: 'Stop' }));
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await expect(bar).toBeHidden();
    await press(page.getByRole('link', { name: 'Helpers' }));
    await expect(heading('Helpers')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await stack.stop();
    expect(await team.stop()).toBe(0);
  }
});
