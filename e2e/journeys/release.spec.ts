import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { REGISTRY_NEWS } from '@stepwise/shared-contracts/federation/registry-news';
import { makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { CHECKOUT, emptyCheckout } from '../support/checkout.ts';
import { signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'mf-helpers';
const TOKEN = 'the token of a team in a journey';
const run = promisify(execFile);

/** The release of the feature that an open page says it shows, as if it were looked at again. */
async function shown(page: Page): Promise<string | undefined> {
  const asks = page.waitForRequest(`**${REGISTRY_NEWS}*`);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const shows = new URL((await asks).url()).searchParams.get('shows') ?? '';
  return shows.split(',').find((each) => each.startsWith(`${NAME}@`));
}

test('previews and releases a changed text to a running product, rejects a broken page, and rolls back', async ({
  browser,
}) => {
  // It builds twice, and each time opens the release in a browser of its own, over a server of its own.
  test.setTimeout(480_000);
  const checkout = await emptyCheckout();
  await cp(join(CHECKOUT, NAME), join(checkout, NAME), { recursive: true });
  const { privateKey, publicKey } = makeAttestationKeys();
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  const stack = await startStack(undefined, { RELEASE_TOKENS: `${NAME} ${hash} ${publicKey}` });
  const env = {
    ...process.env,
    STEPWISE_URL: stack.url,
    STEPWISE_RELEASE_TOKEN: TOKEN,
    STEPWISE_ATTESTATION_KEY: privateKey,
  };
  const release = (...args: string[]) =>
    run('node', ['../shared-contracts/tooling/release/release.ts', ...args], {
      cwd: join(checkout, NAME),
      env,
    });
  const file = join(checkout, NAME, 'src/pages/helpers.page.tsx');
  const rewrite = async (from: string, to: string) => {
    const text = await readFile(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
  };
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  try {
    const { email } = await signedUp(page, stack.url);
    await page.goto('/contact');
    await expect(heading).toHaveText('Helpers');

    await rewrite('>Helpers<', '>Your helpers<');
    // One tester looks at it before anyone gets it.
    const { stdout: previewed } = await release('--preview', email);
    await page.goto(/^http.*$/m.exec(previewed)?.[0] ?? '');
    await press(page.getByRole('button', { name: 'Show it' }));
    const bar = page.getByRole('form', { name: 'Preview' });
    await expect(bar).toContainText(`${NAME} `);
    await press(page.getByRole('link', { name: 'Helpers' }).first());
    await expect(heading).toHaveText('Your helpers');
    await press(bar.getByRole('button', { name: 'Stop' }));
    await expect(bar).toBeHidden();
    await page.goto('/contact');
    await expect(heading).toHaveText('Helpers');

    await release();
    // An open tab keeps the release that it shows, and changes to the newer one while it shows another feature.
    await expect(heading).toHaveText('Helpers');
    const before = await shown(page);
    await press(page.getByRole('link', { name: 'Home' }).first());
    await expect.poll(() => shown(page)).not.toBe(before);
    await press(page.getByRole('link', { name: 'Helpers' }).first());
    await expect(heading).toHaveText('Your helpers');

    await rewrite('export function HelpersPage() {', 'export function HelpersPage() {\n  JSON.parse("");');
    await expect(release()).rejects.toMatchObject({
      stderr: expect.stringContaining('“Helpers” is not working right now'),
    });
    await page.reload();
    await expect(heading).toHaveText('Your helpers');

    await release('--rollback');
    await page.reload();
    await expect(heading).toHaveText('Helpers');
    const { stdout } = await release('--list');
    expect(stdout).toContain('rollback');
  } finally {
    await context.close();
    await stack.stop();
    await rm(checkout, { recursive: true });
  }
});
