import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBuiltVersions } from '@stepwise/shared-contracts/release/built-releases';
import { linkBuild } from '../support/build.ts';
import { CHECKOUT, emptyCheckout } from '../support/checkout.ts';
import { signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { CHECKOUT_BUILD, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const run = promisify(execFile);

test('a new feature passes the checks and appears in the shell by its registry entry only', async ({
  browser,
}) => {
  // It builds, checks and starts a server with a database.
  test.slow();
  const checkout = await emptyCheckout();
  const versions = Object.entries(await readBuiltVersions(CHECKOUT_BUILD));
  const build = await linkBuild(versions.map(([name, version]) => ({ name, version, from: CHECKOUT_BUILD })));
  await run('node', [join(CHECKOUT, 'e2e/support/add-feature.ts'), 'sleep-notes', checkout, build]);
  await run('biome', ['format', '--write', 'mf-sleep-notes'], { cwd: checkout });
  await run('biome', ['ci', 'mf-sleep-notes'], { cwd: checkout });
  await run('tsc', ['-p', 'mf-sleep-notes/tsconfig.json'], { cwd: checkout });

  const stack = await startStack(build);
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  try {
    await page.goto('/sleep-notes');
    await expect(page).toHaveURL(/\/login$/);
    // The answer of an open page's call may replace the session that the next calls begin.
    await page.goto('about:blank');
    const { firstName } = await signedUp(page, stack.url);
    await page.goto('/');
    await press(page.getByRole('navigation').getByRole('link', { name: 'Sleep notes' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Sleep notes' })).toBeVisible();
    await expect(page.getByText(`Hello ${firstName}.`)).toBeVisible();
    await expect(page).toHaveTitle(/Sleep notes/);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(`Hello ${firstName}.`)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  } finally {
    await context.close();
    await stack.stop();
    await rm(build, { recursive: true });
    await rm(checkout, { recursive: true });
  }
});
