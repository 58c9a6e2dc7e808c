import type { Page, Request } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { REGISTRY_NEWS } from '@stepwise/shared-contracts/federation/registry-news';
import { enterAs } from '../support/accounts.ts';
import { answerYes, atStep } from '../support/check-up.ts';
import { press, whenAnswering } from '../support/press.ts';
import { enterAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const notice = (page: Page) => page.getByRole('alertdialog', { name: /^You will be logged out at / });
/** The notices show the time, which is wider late in the morning, and the timeline asks for its data at midnight. */
const AT_4_PM = '2026-03-02T16:00:00+11:00';
/** The registry's news come again and again, and say nothing of the session. */
const isOfSession = (url: string) => url.includes('/api/') && !url.includes(REGISTRY_NEWS);
const stay = (page: Page) => page.getByRole('button', { name: 'Stay logged in' });

test('a participant is warned two minutes before the session ends and can stay', async ({ page, stack }) => {
  await enterAs(page, stack.url, 'timeline');
  const checkUp = page.getByRole('link', { name: /^(Start check-up|Do it again)$/ });
  await page.clock.install({ time: AT_4_PM });
  const unanswered = new Set<Request>();
  page.on('request', (request) => isOfSession(request.url()) && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  await page.goto('/', { waitUntil: 'networkidle' });
  await whenAnswering(page);
  await expect(checkUp).toBeVisible();
  // An answer still on its way would be heard at the later time.
  await expect.poll(() => unanswered.size).toBe(0);
  await checkUp.focus();
  await page.clock.fastForward(117 * 60_000);
  await expect(notice(page)).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(notice(page)).toBeVisible();
  await expect(stay(page)).toBeFocused();
  await expectAccessible(page);
  await press(stay(page));
  await expect(notice(page)).toHaveCount(0);
  await expect(checkUp).toBeFocused();
});

test('the log-in page announces an ended session and not what waits for the next log-in', {
  tag: '@nightly',
}, async ({ page, context, stack }) => {
  await onTimeline(page, stack.url);
  await page.goto('/?check-up=sleep');
  await answerYes(page);
  await press(page.getByRole('button', { name: 'Next', exact: true }));
  await atStep(page, 'All done for today');
  const announced: string[] = [];
  await page.exposeFunction('hear', (text: string) => announced.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[aria-live]');
    const { hear } = window as unknown as { hear: (text: string | null) => void };
    if (region)
      new MutationObserver(() => hear(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await context.clearCookies({ name: /^stepwise/ });
  const rejected = page.waitForResponse((response) => response.url().endsWith(saveRecord.path));
  await press(page.getByRole('button', { name: 'Add to time line' }));
  expect((await rejected).status()).toBe(403);
  await expect(page.getByText('You have been logged out', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeFocused();
  await expect(page.locator('[aria-live]')).toHaveText(/^You have been logged out to keep/);
  expect(announced).toEqual([expect.stringMatching(/^You have been logged out to keep/)]);
});

test('staff are warned on each page, and form values stay', async ({ page }) => {
  await enterAsStaff(page, 'manager');
  await page.clock.install({ time: AT_4_PM });
  await page.goto('/admin/participants');
  const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await search.fill('half a word');
  await page.clock.fastForward(27 * 60_000);
  await expect(notice(page)).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  await press(stay(page));
  await expect(notice(page)).toHaveCount(0);
  await expect(search).toHaveValue('half a word');

  await page.clock.fastForward(28 * 60_000);
  await page.context().clearCookies();
  await press(stay(page));
  await expect(page.getByRole('alertdialog', { name: /^You were logged out at / })).toContainText(
    'Copy what',
  );
  await press(page.getByRole('button', { name: 'OK' }));
  await expect(search).toHaveValue('half a word');
});
