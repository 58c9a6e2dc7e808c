import type { Page } from '@playwright/test';
import { press, pressKey, tick } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const DESKTOP_WIDTH = 1280;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const help = (page: Page) => page.getByRole('alert');

async function openMoodList(page: Page): Promise<void> {
  await page.goto('/?check-up=sleep');
  await press(button(page, 'Yes'));
  await expect(page.getByRole('heading', { name: 'Was your mood good today?' })).toBeFocused();
  await press(button(page, 'No'));
  await expect(
    page.getByRole('heading', { name: 'Which of these did you notice in your mood?' }),
  ).toBeFocused();
}

for (const [width, height] of [
  [390, 664],
  [390, 844],
  [320, 568],
  [320, 400],
  [320, 256],
  [DESKTOP_WIDTH, 800],
] as const) {
  test.describe(`ticking warning signs at ${width} by ${height}`, () => {
    test.skip(
      ({ viewport }) => (viewport?.width === DESKTOP_WIDTH) !== (width === DESKTOP_WIDTH),
      'The other project has this size.',
    );
    test.beforeEach(async ({ page, stack }) => {
      await page.setViewportSize({ width, height });
      await onTimeline(page, stack.url);
      await openMoodList(page);
    });

    test('moves and covers nothing, and the help is there at once', async ({ page }) => {
      const bar = page.locator('[data-urgency]');
      const offered = await bar.boundingBox();
      const boxes = await page.getByRole('checkbox').all();
      for (const box of boxes) await tick(box);
      await expect(help(page)).toContainText('If you might hurt yourself, call now');
      const numbers = ['Call 000', 'Call 13 11 14'].map((name) => help(page).getByRole('link', { name }));
      if (height < 400) {
        const list = await page.getByRole('group').boundingBox();
        const shown = await help(page).boundingBox();
        expect(shown?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
        for (const number of numbers) await number.scrollIntoViewIfNeeded();
      } else {
        expect(offered?.height).toBeLessThanOrEqual(height / 4);
        expect((await bar.boundingBox())?.height).toBe(offered?.height);
      }
      for (const number of numbers) await expect(number).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);

      await press(button(page, 'More help'));
      const dialog = page.getByRole('dialog', { name: 'If you might hurt yourself, call now' });
      await expect(dialog.getByRole('link', { name: 'Call 000' })).toBeFocused();
      await expect(dialog.getByText(/Nobody watches what you record outside/)).toBeVisible();
      await expectAccessible(page);
      await press(button(page, 'Close'));
      await expect(button(page, 'More help')).toBeFocused();
      for (const box of boxes) await press(box);
      await expect(help(page)).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test('keeps what the keyboard comes to in sight', async ({ page }) => {
      const boxes = await page.getByRole('checkbox').all();
      for (const box of boxes) {
        await pressKey(page, 'Tab');
        await pressKey(page, 'Space');
        await expect(box).toBeChecked();
      }
      for (const _ of boxes.slice(1)) await pressKey(page, 'Shift+Tab');
      await expect(page.getByRole('checkbox').first()).toBeFocused();
    });
  });
}
