import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { canaryRelease, liveRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { flipTo } from '@stepwise/tooling/release/flip';
import { changeRegistry, readHistory, readRegistry } from '@stepwise/tooling/release/registry-store';
import { releaseBrokenShell, rollBack, type ShellFault } from '../support/broken-release.ts';
import { forgetLastGood } from '../support/releases.ts';
import { CHECKOUT_RELEASES, type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

let releases: string;
let stack: Stack;

test.beforeAll(async () => {
  releases = await mkdtemp(join(tmpdir(), 'stepwise-last-good-shell-'));
  await cp(CHECKOUT_RELEASES, releases, { recursive: true });
  stack = await startStack(releases, { CANARY_FAULT_LIMIT: '1' });
});
test.afterAll(async () => {
  await stack.stop();
  await rm(releases, { recursive: true });
});

/** A new browser session, with the documents it has requested. */
async function open(browser: Browser) {
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  return { context, page, documents };
}
const welcome = (page: Page) => page.getByRole('link', { name: 'Log in' }).first();
const failure = (page: Page) => page.getByRole('heading', { name: 'Stepwise is not working right now' });

const FAULTS: { fault: ShellFault; outcome: string }[] = [
  { fault: 'missing', outcome: 'failed-to-load' },
  { fault: 'tampered', outcome: 'failed-to-load' },
  { fault: 'throws', outcome: 'failed-to-render' },
  { fault: 'throws while it starts', outcome: 'failed-to-render' },
  { fault: 'shows nothing', outcome: 'failed-to-render' },
];
for (const [index, { fault, outcome }] of FAULTS.entries())
  test(`reloads once with the last good shell when the shell is broken (${fault})`, async ({ browser }) => {
    const version = `9.${index}.0-broken`;
    await releaseBrokenShell(releases, { version, fault });
    const { context, page, documents } = await open(browser);
    const reported = page.waitForRequest(`**${releaseReport.path}`);
    if (fault === 'shows nothing') await page.clock.install();
    await page.goto('/about');
    if (fault === 'shows nothing') await page.clock.fastForward(60_000);

    expect(JSON.parse((await reported).postData() ?? '')).toEqual({ feature: SHELL, version, outcome });
    await expect(welcome(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/about');
    expect(documents).toHaveLength(2);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
    // Later documents of this session have it at once.
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    expect(documents).toHaveLength(3);
    await context.close();
    await rollBack(releases, SHELL);
  });

test('keeps a slow shell that is already in use', async ({ browser }) => {
  const { context, page, documents } = await open(browser);
  const { promise: isReported, resolve: report } = Promise.withResolvers<void>();
  await page.route(`**${loginCheck.path}`, async (route) => {
    await isReported;
    await route.continue();
  });
  await page.route(`**${releaseReport.path}`, async (route) => {
    report();
    await welcome(page).waitFor();
    await route.continue();
  });
  const answered = page.waitForResponse(`**${releaseReport.path}`);
  await page.clock.install();
  await page.goto('/about');
  await page.clock.fastForward(60_000);
  await answered;
  await welcome(page).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  expect(documents).toHaveLength(1);
  await context.close();
});

test('rolls back a failing canary of the shell, without a visible fault', async ({ browser }) => {
  const canary = async () => canaryRelease(await readRegistry(releases), SHELL)?.metadata.version;
  const version = '9.9.0-canary';
  await releaseBrokenShell(releases, { version, fault: 'throws', traffic: 50 });
  for (let visits = 0; visits < 30 && (await canary()); visits += 1) {
    const { context, page } = await open(browser);
    const document = await page.goto('/about');
    const isOnCanary = (await document?.text())?.includes(version);
    await expect(welcome(page)).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
    if (isOnCanary) await expect.poll(canary).toBeUndefined();
    await context.close();
  }
  expect((await readHistory(releases)).at(-1)).toMatchObject({
    ...{ who: 'api', package: SHELL, action: 'withdrawn', from: version },
    reason: expect.stringContaining('It failed in'),
  });
});

test('shows the numbers to call when no other shell is left, and recovers on retry', async ({ browser }) => {
  const good = liveRelease(await readRegistry(releases), SHELL);
  if (!good) throw new Error('The shell is not built.');
  await releaseBrokenShell(releases, { version: '9.8.0-broken', fault: 'missing' });
  await forgetLastGood(releases);
  const { context, page, documents } = await open(browser);
  await page.goto('/about');
  await expect(failure(page)).toBeVisible();
  expect(documents).toHaveLength(2);
  await expect(page.getByRole('alert')).toContainText('What you saved is safe.');
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000');
  await expect(page.getByRole('link', { name: 'Call 13 11 14' })).toHaveAttribute('href', 'tel:131114');
  await expectAccessible(page);

  const registry = await readRegistry(releases);
  const origin = { who: 'the test', at: new Date() };
  await changeRegistry(releases, registry.revision, flipTo(registry, SHELL, good), origin);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(welcome(page)).toBeVisible();
  await context.close();
});
