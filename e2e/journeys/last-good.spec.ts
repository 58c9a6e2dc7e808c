import type { Page } from '@playwright/test';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { breakFeature, type Fault } from '../support/broken-release.ts';
import { signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const LIMIT = 3;
let releases: StackReleases;
let stack: LocalStack;

test.beforeAll(async () => {
  stack = await startStack();
  releases = await openReleases(stack);
});
test.afterAll(async () => {
  await releases.close();
  await stack.stop();
});

const fallback = (page: Page) => page.getByText('is not working right now');
const documents = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && asked.push(request.url()));
  return asked;
};

const FAULTS: { fault: Fault; outcome: string; tag?: string }[] = [
  { fault: 'missing', outcome: 'failed-to-load' },
  { fault: 'tampered', outcome: 'failed-to-load', tag: '@nightly' },
  { fault: 'throws', outcome: 'failed-to-render' },
];
for (const [index, { fault, outcome, tag = [] }] of FAULTS.entries())
  test(`shows the last good release in the same page when a release is broken (${fault})`, { tag }, async ({
    browser,
  }) => {
    const version = `9.${index}.0-broken`;
    await releases.put(breakFeature(await releases.live('mf-helpers'), { version, fault }));
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    await signedUp(page, stack.url);
    const reported = page.waitForRequest(`**${releaseReport.path}`);
    const asked = documents(page);

    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Add your doctor or nurse' })).toBeVisible();
    await expect(fallback(page)).toHaveCount(0);
    const sent = JSON.parse((await reported).postData() ?? '');
    expect(sent).toMatchObject({ feature: 'mf-helpers', version, outcome, error: expect.any(String) });
    if (fault === 'throws')
      expect(sent.frames[0]).toMatch(
        new RegExp(`^/features/mf-helpers/${version}/remoteEntry.js:\\d+:\\d+$`),
      );
    expect(asked).toHaveLength(1);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);

    // The good release saves what is entered.
    await press(page.getByRole('button', { name: 'Add your support person' }));
    await page.getByLabel('Name').fill('Jo Rivera');
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await press(page.getByRole('link', { name: 'Home' }));
    await press(page.getByRole('link', { name: 'Helpers' }));
    await expect(page.getByRole('heading', { name: 'Jo Rivera' })).toBeVisible();
    expect(asked).toHaveLength(1);
    await context.close();
    await releases.rollBack('mf-helpers');
  });

test('rolls back a canary that fails in several sessions, without a visible fault', async ({ browser }) => {
  const canary = async () => (await releases.deployment('mf-survey')).canary;
  const broken = { version: '9.0.0-canary', fault: 'throws' } as const;
  await releases.put(breakFeature(await releases.live('mf-survey'), broken), 50);
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
  await expect.poll(canary).toBeNull();
  expect((await releases.history('mf-survey')).at(-1)).toMatchObject({
    who: 'api',
    package: 'mf-survey',
    action: 'withdrawn',
    from: '9.0.0-canary',
    reason: expect.stringContaining(`It failed in ${LIMIT} sessions`),
  });
});
