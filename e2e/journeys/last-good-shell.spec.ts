import type { Browser, Page } from '@playwright/test';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { breakShell, type ShellFault } from '../support/broken-release.ts';
import { press } from '../support/press.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

let releases: StackReleases;
let stack: LocalStack;

test.beforeAll(async () => {
  stack = await startStack(undefined, { CANARY_FAULT_LIMIT: '1' });
  releases = await openReleases(stack);
});
test.afterAll(async () => {
  await releases.close();
  await stack.stop();
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

/** A shell answers for what is shown, be it the server's markup or its own. */
async function expectTakenOver(page: Page): Promise<void> {
  await expect(welcome(page)).toBeVisible();
  await expect(page.locator('[data-server-markup]')).toHaveCount(0);
}

/** Opens a page, and waits until its shell's script has run, which may be after the page's own `load`. */
async function gotoUntilShellRan(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && target.src.endsWith('/main.js'))
        document.documentElement.setAttribute('data-shell-ran', '');
    };
    document.addEventListener('load', note, true);
  });
  await page.goto(path);
  await page.locator('html[data-shell-ran]').waitFor({ state: 'attached' });
}

const FAULTS: { fault: ShellFault; outcome: string; tag?: string }[] = [
  { fault: 'missing', outcome: 'failed-to-load' },
  { fault: 'tampered', outcome: 'failed-to-load', tag: '@nightly' },
  { fault: 'throws', outcome: 'failed-to-render', tag: '@nightly' },
  { fault: 'throws while it starts', outcome: 'failed-to-render' },
  { fault: 'shows nothing', outcome: 'failed-to-render' },
];
for (const [index, { fault, outcome, tag = [] }] of FAULTS.entries())
  test(`reloads once with the last good shell when the shell is broken (${fault})`, { tag }, async ({
    browser,
  }) => {
    const version = `9.${index}.0-broken`;
    await releases.put(breakShell(await releases.live(SHELL), { version, fault }));
    const { context, page, documents } = await open(browser);
    const reported = page.waitForRequest(`**${releaseReport.path}`);
    if (fault === 'shows nothing') {
      await page.clock.install();
      await gotoUntilShellRan(page, '/about');
      await page.clock.fastForward(60_000);
    } else await page.goto('/about');

    expect(JSON.parse((await reported).postData() ?? '')).toEqual({ feature: SHELL, version, outcome });
    await expect.poll(() => documents).toHaveLength(2);
    await expectTakenOver(page);
    expect(new URL(page.url()).pathname).toBe('/about');
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
    // Later documents of this session have it at once.
    await page.reload();
    await expectTakenOver(page);
    expect(documents).toHaveLength(3);
    await context.close();
    await releases.rollBack(SHELL);
  });

test('keeps a slow shell that is already in use', async ({ browser }) => {
  const { context, page, documents } = await open(browser);
  // Of a server that renders no page and answers nothing with it.
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(?<=id="app") data-server-markup>.*(?=<\/div>\n<template id="no-shell")/s, '>')
      .replace(/(?<=id="boot">).*?(?=<\/script>)/s, (boot) =>
        JSON.stringify({ ...JSON.parse(boot), answers: undefined }).replaceAll('<', '\\u003c'),
      );
    await route.fulfill({ response, body });
  });
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
  await gotoUntilShellRan(page, '/about');
  await page.clock.fastForward(60_000);
  await answered;
  await press(welcome(page));
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  expect(documents).toHaveLength(1);
  await context.close();
});

test('rolls back a failing canary of the shell, without a visible fault', async ({ browser }) => {
  const canary = async () => (await releases.deployment(SHELL)).canary;
  const version = '9.9.0-canary';
  await releases.put(breakShell(await releases.live(SHELL), { version, fault: 'throws' }), 50);
  for (let visits = 0; visits < 30 && (await canary()); visits += 1) {
    const { context, page } = await open(browser);
    // Of the same session; the page's own document is gone once it has reloaded.
    const document = await context.request.get('/about');
    const isOnCanary = (await document.text()).includes(version);
    await page.goto('/about');
    if (isOnCanary) await expect.poll(canary).toBeNull();
    await expectTakenOver(page);
    await expect(failure(page)).toHaveCount(0);
    await context.close();
  }
  expect((await releases.history(SHELL)).at(-1)).toMatchObject({
    ...{ who: 'api', package: SHELL, action: 'withdrawn', from: version },
    reason: expect.stringContaining('It failed in'),
  });
});

test('shows the numbers to call when no other shell is left, and recovers on retry', async ({ browser }) => {
  const good = await releases.live(SHELL);
  await releases.put(breakShell(good, { version: '9.8.0-broken', fault: 'missing' }));
  await releases.change(SHELL, (current) => ({ ...current, lastGood: null }));
  const { context, page, documents } = await open(browser);
  await page.goto('/about');
  await expect(failure(page)).toBeVisible();
  expect(documents).toHaveLength(2);
  await expect(page.getByRole('alert')).toContainText('What you saved is safe.');
  await expect(page.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000');
  await expect(page.getByRole('link', { name: 'Call 13 11 14' })).toHaveAttribute('href', 'tel:131114');
  await expectAccessible(page);

  await releases.change(SHELL, (current) => ({ ...current, live: good.release.metadata.version }));
  // It stands in the server's markup, which no shell takes over.
  await page.getByRole('link', { name: 'Try again' }).press('Enter');
  await expect(failure(page)).toHaveCount(0);
  await expectTakenOver(page);
  await context.close();
});
