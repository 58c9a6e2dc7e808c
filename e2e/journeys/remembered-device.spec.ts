import type { BrowserContext, Page } from '@playwright/test';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { answerYes, atStep } from '../support/check-up.ts';
import { readDeviceStorage } from '../support/device-storage.ts';
import { type Account, clientOf } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { whenKept } from '../support/service-worker.ts';
import type { LocalStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

test.use({ serviceWorkers: 'allow' });

const SUPPORT = { name: 'Jo Rivera', phone: '0491 570 156' };
const MAX_TAPS = 6;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A participant on the timeline who has this device keep them logged in, with Home open and all of it kept. */
async function keepLoggedIn(page: Page, url: string): Promise<Account> {
  const account = await onTimeline(page, url);
  const client = clientOf(page, url);
  await client.send(saveSupport, SUPPORT);
  const { email: username, password } = account;
  await client.send(loginUser, { username, password, keep: true });
  await page.goto('/');
  await whenKept(page);
  await expect.poll(async () => (await readDeviceStorage(page)).includes('"id":"snapshot"')).toBe(true);
  return account;
}

/** Ends the browser's session: what is left is what outlives the last window. */
async function restartBrowser(context: BrowserContext): Promise<Page> {
  const lasting = (await context.cookies()).filter(({ expires }) => expires > 0);
  for (const page of context.pages()) await page.close();
  await context.clearCookies();
  await context.addCookies(lasting);
  return context.newPage();
}

test('opens Home without a server, sends a good day recorded there once, and keeps nothing after log-out', async ({
  page: first,
  context,
  stack,
}) => {
  test.slow();
  const account = await keepLoggedIn(first, stack.url);
  const start = await (stack as LocalStack).cut();
  const page = await restartBrowser(context);
  let taps = 0;
  const tap = async (control: Parameters<typeof press>[0]) => {
    taps += 1;
    await press(control);
  };
  await page.goto('/');
  await expect(heading(page, `Hello, ${account.firstName}`)).toBeVisible();
  await expect(page.getByText('There is no connection')).toBeVisible();
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: 'Start check-up' }));
  await atStep(page, 'Did you sleep well last night?');
  await answerYes(page, tap);
  await tap(button(page, 'Next'));
  await atStep(page, 'All done for today');
  await tap(button(page, 'Add to time line'));
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  await expect(heading(page, 'Thank you. Today is on your timeline.')).toBeVisible();
  await expect(page.getByText(/^Not sent yet/)).toBeVisible();

  // Another cold start has it as well, and a reader of the device's storage none of it.
  const later = await restartBrowser(context);
  await later.goto('/');
  await expect(heading(later, 'Today is on your timeline')).toBeVisible();
  const stored = await readDeviceStorage(later);
  for (const text of [account.email, SUPPORT.name, SUPPORT.phone])
    expect(stored.includes(text), text).toBe(false);

  const sent: number[] = [];
  later.on('response', (response) => {
    if (response.url().endsWith(saveRecord.path)) sent.push(response.status());
  });
  await start();
  // The page tries by itself as well.
  await expect(async () => {
    const tryAgain = button(later, 'Try again');
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
    await expect(later.getByText('There is no connection')).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(later.getByText(/^Not sent yet/)).toHaveCount(0);
  await expect.poll(() => sent.filter((status) => status === 200)).toHaveLength(1);
  expect((await dataOf(later, stack.url)).records).toHaveLength(1);

  await press(button(later, 'Log out'));
  await expect(later.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  // The page no longer shows the participant while the device still forgets them.
  const personal = [account.email, SUPPORT.name, SUPPORT.phone, '"sealed"', '"id":"snapshot"'];
  const kept = async () => {
    const now = await readDeviceStorage(later);
    return personal.filter((text) => now.includes(text));
  };
  await expect.poll(kept).toEqual([]);
  const startAgain = await (stack as LocalStack).cut();
  try {
    await later.goto('/');
    await expect(later.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    await expect(later.getByText(account.firstName)).toHaveCount(0);
  } finally {
    await startAgain();
  }
});
