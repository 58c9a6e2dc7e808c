import type { Locator, Page } from '@playwright/test';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { enterAs } from '../support/accounts.ts';
import { helpFaults } from '../support/help-faults.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { press, pressKey, tick } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const CRISIS = 'If you might hurt yourself, call now';
/** The last is 1280 by 1024 at 400 %. */
const SIZES = [
  [390, 844],
  [390, 664],
  [360, 640],
  [320, 568],
  [667, 375],
  [1280, 800],
  [320, 256],
] as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const help = (page: Page) => page.getByRole('complementary', { name: 'Help at any time' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** With nothing over the middle of its label. */
const expectLabelInSight = (box: Locator): Promise<void> =>
  expect(async () => {
    const isInSight = await box.evaluate((input) => {
      const label = input.closest('label') ?? input;
      const { left, top, width, height } = label.getBoundingClientRect();
      return label.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isInSight).toBe(true);
  }).toPass();

const expectNumbersInSight = (page: Page): Promise<void> =>
  expect(async () => expect(await page.evaluate(helpFaults)).toEqual([])).toPass({ timeout: 60_000 });

async function expectUrgentInSight(page: Page): Promise<void> {
  await expect(help(page).getByRole('heading', { name: CRISIS })).toBeVisible();
  await expectNumbersInSight(page);
}

async function openMoodList(page: Page): Promise<void> {
  await page.goto('/?check-up=sleep');
  await press(button(page, 'Yes'));
  await expect(heading(page, 'Was your mood good today?')).toBeFocused();
  await press(button(page, 'No'));
  await expect(heading(page, 'Which of these did you notice in your mood?')).toBeFocused();
}

test.describe('both numbers', () => {
  test.skip(({ viewport }) => viewport?.width !== 390, 'It takes every size itself.');

  for (const [width, height] of SIZES)
    test(`stay in sight after every press of a bad day, at ${width} by ${height}`, {
      // At 390 by 844 other journeys press the same.
      tag: height === 256 ? [] : '@nightly',
    }, async ({ page, stack }) => {
      const turned = { width: height, height: width };
      await page.setViewportSize({ width, height });
      await onTimeline(page, stack.url);
      await openMoodList(page);
      const sign = page.getByRole('checkbox', { name: /self-harm/ });
      await tick(sign);
      await expectUrgentInSight(page);
      await expect(page.getByRole('alert').filter({ hasText: CRISIS })).toHaveCount(1);
      await expect(sign).toBeFocused();
      for (const size of [turned, { width, height }]) {
        await page.setViewportSize(size);
        await expectLabelInSight(sign);
      }
      await expectAccessible(page);
      for (const box of await page.getByRole('checkbox').all()) await tick(box);
      await press(button(page, 'Next'));
      await expect(heading(page, 'Were you as active as you wanted to be today?')).toBeFocused();
      await press(button(page, 'Yes'));
      await expect(heading(page, 'Which of these did you do today?')).toBeFocused();
      await press(button(page, 'Next'));
      await expect(heading(page, 'All done for today')).toBeFocused();
      await expectUrgentInSight(page);
      await press(button(page, 'Add to time line'));
      await expect(heading(page, CRISIS).first()).toBeFocused();
      await expectUrgentInSight(page);
      await page.reload();
      await expectUrgentInSight(page);
      await press(page.getByRole('link', { name: 'Do it again' }));
      await expectUrgentInSight(page);
      await page.goBack();
      await expectUrgentInSight(page);
      await page.setViewportSize(turned);
      await expectUrgentInSight(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(height);
    });

  test('are over any page, and open a sheet that needs no network', async ({ page, context, stack }) => {
    await enterAs(page, stack.url, 'timeline');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
    await context.setOffline(true);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const opener = help(page).getByRole('link', { name: 'Help', exact: true });
    await press(opener);
    const sheet = page.getByRole('dialog', { name: 'Whom to call' });
    await expect(sheet.getByRole('link', { name: 'Call 000' })).toBeFocused();
    await expectAccessible(page);
    await pressKey(page, 'Escape');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await context.setOffline(false);
  });

  for (const path of [
    '/',
    '/survey',
    '/sign-up',
    '/login',
    '/consent',
    '/about',
    '/no-such-page',
    '/account/help',
    '/account/access',
    '/account/no-such-page',
  ])
    test(`are in sight for a visitor at ${path}`, {
      tag: ['/', '/survey', '/no-such-page', '/account/help'].includes(path) ? [] : '@nightly',
    }, async ({ page }) => {
      for (const [index, [width, height]] of SIZES.entries()) {
        await page.setViewportSize({ width, height });
        if (isNightly || index === 0) await page.goto(path);
        await page.evaluate(() => window.scrollTo(0, 0));
        await expectNumbersInSight(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await expectNumbersInSight(page);
      }
      await expectAccessibleNightly(page);
    });
});

test('a control that the keyboard reaches in a list of signs is in sight', async ({ page, stack }) => {
  await enterAs(page, stack.url, 'timeline');
  await openMoodList(page);
  const boxes = await page.getByRole('checkbox').all();
  for (const box of boxes) {
    await pressKey(page, 'Tab');
    await pressKey(page, 'Space');
    await expect(box).toBeChecked();
  }
  for (const _ of boxes.slice(1)) await pressKey(page, 'Shift+Tab');
  await expect(page.getByRole('checkbox').first()).toBeFocused();
});
