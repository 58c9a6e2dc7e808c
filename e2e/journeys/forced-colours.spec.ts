import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('draw no box around a button that looks like a link', async ({ page, stack }) => {
    await onTimeline(page, stack.url);
    await page.goto('/');
    const colours = await page.getByRole('button', { name: 'Log out' }).evaluate((button) => {
      const { borderTopColor, color } = getComputedStyle(button);
      return { border: borderTopColor, words: color, page: getComputedStyle(document.body).backgroundColor };
    });
    expect(colours.border).toBe(colours.page);
    expect(colours.words).not.toBe(colours.page);
    await expectAccessible(page);
  });
});
