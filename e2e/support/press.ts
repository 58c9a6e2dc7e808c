import { expect, type Locator, type Page } from '@playwright/test';
import { watchPress } from './watch-press.ts';

/**
 * Presses, ticks and keys as a person uses them, each checked alike: what was used, or what has the focus now, is in
 * sight with nothing over it; as long as it keeps its place, nothing above it has moved; the focus is not lost to the
 * body; and what changed out of sight was announced.
 */
export const press = (control: Locator): Promise<void> => use(control, () => control.click());

/** Ticks a box, or chooses an answer, that is not ticked yet. */
export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await use(box, () => box.check());
}

export const pressKey = (page: Page, key: string): Promise<void> =>
  use(page.locator('body, :focus').last(), () => page.keyboard.press(key));

/**
 * Presses Tab until the control has the focus. How often differs: where no radio button of a group is chosen yet,
 * Chromium stops at the next one of the group as well when React has rendered them again since the last stop.
 */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 15; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await pressKey(page, key);
  }
  await expect(control).toBeFocused();
}

async function use(control: Locator, act: () => Promise<void>): Promise<void> {
  const page = control.page();
  const message = `after ${control}, at ${page.url()}`;
  // Waits until it keeps its place. Playwright would scroll as well, between what is measured before and after.
  await expect(() => control.scrollIntoViewIfNeeded()).toPass({ timeout: 20_000 });
  expect(await control.evaluate(watchPress), `before ${control}, at ${page.url()}`).toEqual([]);
  await act();
  await expect(async () => {
    expect(await page.evaluate(() => window.pressWatch?.faults() ?? []), message).toEqual([]);
  }).toPass({ timeout: 20_000, intervals: [25, 50, 100] });
}
