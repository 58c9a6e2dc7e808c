import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { canaryRelease } from '@stepwise/shared-contracts/federation/registry';
import { readHistory, readRegistry } from '@stepwise/tooling/release/registry-store';
import { type Fault, releaseBroken, rollBack } from '../support/broken-release.ts';
import { signedUp } from '../support/participants.ts';
import { CHECKOUT_RELEASES, type Stack, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const LIMIT = 3;
let releases: string;
let stack: Stack;

test.beforeAll(async () => {
  releases = await mkdtemp(join(tmpdir(), 'stepwise-last-good-'));
  await cp(CHECKOUT_RELEASES, releases, { recursive: true });
  stack = await startStack(releases);
});
test.afterAll(async () => {
  await stack.stop();
  await rm(releases, { recursive: true });
});

const fallback = (page: Page) => page.getByText('is not working right now');
const documents = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()));
  return asked;
};

const FAULTS: { fault: Fault; outcome: string }[] = [
  { fault: 'missing', outcome: 'failed-to-load' },
  { fault: 'tampered', outcome: 'failed-to-load' },
  { fault: 'throws', outcome: 'failed-to-render' },
];
for (const [index, { fault, outcome }] of FAULTS.entries())
  test(`shows the last good release in the same page when a release is broken (${fault})`, async ({
    browser,
  }) => {
    const version = `9.${index}.0-broken`;
    await releaseBroken(releases, { name: 'mf-helpers', version, fault });
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    await signedUp(page, stack.url);
    const reported = page.waitForRequest(`**${releaseReport.path}`);
    const asked = documents(page);

    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Add your doctor or nurse' })).toBeVisible();
    await expect(fallback(page)).toHaveCount(0);
    expect(JSON.parse((await reported).postData() ?? '')).toEqual({
      feature: 'mf-helpers',
      version,
      outcome,
    });
    expect(asked).toHaveLength(1);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);

    // The good release saves what is entered.
    await page.getByRole('button', { name: 'Add your support person' }).click();
    await page.getByLabel('Name').fill('Jo Rivera');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Helpers' }).click();
    await expect(page.getByRole('heading', { name: 'Jo Rivera' })).toBeVisible();
    expect(asked).toHaveLength(1);
    await context.close();
    await rollBack(releases, 'mf-helpers');
  });

test('rolls back a canary that fails in several sessions, without a visible fault', async ({ browser }) => {
  const canary = async () => canaryRelease(await readRegistry(releases), 'mf-survey')?.metadata.version;
  await releaseBroken(releases, {
    name: 'mf-survey',
    version: '9.0.0-canary',
    fault: 'throws',
    traffic: 50,
  });
  let failures = 0;
  for (let visits = 0; visits < 30 && failures < LIMIT; visits += 1) {
    expect(await canary()).toBe('9.0.0-canary');
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    const reported = page.waitForResponse(`**${releaseReport.path}`);
    const document = await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(fallback(page)).toHaveCount(0);
    if ((await document?.text())?.includes('9.0.0-canary')) {
      await reported;
      failures += 1;
    }
    reported.catch(() => {});
    await context.close();
  }
  expect(failures).toBe(LIMIT);
  await expect.poll(canary).toBeUndefined();
  expect((await readHistory(releases)).at(-1)).toMatchObject({
    who: 'api',
    package: 'mf-survey',
    action: 'withdrawn',
    from: '9.0.0-canary',
    reason: `It failed in ${LIMIT} sessions.`,
  });
});
