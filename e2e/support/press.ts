import { expect, type Locator, type Page } from '@playwright/test';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { SERVER_MARKUP } from '@stepwise/shared-contracts/federation/names';
import { helpFaults } from './help-faults.ts';
import { watchPress } from './watch-press.ts';

/** Of the last press, and of the numbers to call. */
const FAULTS = `[...(window.pressWatch?.faults() ?? []), ...(${helpFaults})()]`;

/**
 * Waits until what is shown is the app's own. A link in the server's markup loads a document, in which the focus goes to no
 * heading; nothing hears that the page is looked at again; and without a network the app would not come any more.
 */
export const whenAnswering = (page: Page): Promise<void> =>
  expect(page.locator(`[${SERVER_MARKUP}]`)).toHaveCount(0);

/**
 * Presses, ticks and keys as a person uses them, each checked alike: what was used, or what has the focus now, is in
 * sight with nothing over it; as long as it keeps its place, nothing above it has moved; the focus is not lost to the
 * body; what changed out of sight was announced; and the numbers to call are in sight.
 */
export const press = (control: Locator): Promise<void> => use(control, () => control.click());

/** Presses a link to a part of the page, which opens and comes in sight in place of the link. */
export async function jumpTo(link: Locator): Promise<void> {
  const page = link.page();
  const target = await link.getAttribute('href');
  await link.click();
  await expect(page.locator(`details:has(${target}), ${target}`).first()).toBeInViewport();
  expect(await page.evaluate(helpFaults), `after ${link}, at ${page.url()}`).toEqual([]);
}

/** Presses what saves something, and waits for the server's answer: the page shows most saves before they are sent. */
export async function pressToSave(control: Locator, { path }: Call): Promise<void> {
  const [answer] = await Promise.all([
    control.page().waitForResponse((response) => response.url().endsWith(path)),
    press(control),
  ]);
  expect(answer.ok(), `the answer of ${path}`).toBe(true);
}

/** Ticks a box, or chooses an answer, that is not ticked yet. */
export async function tick(box: Locator): Promise<void> {
  await whenAnswering(box.page());
  if (!(await box.isChecked())) await use(box, () => box.check());
}

export async function pressKey(page: Page, key: string): Promise<void> {
  await whenAnswering(page);
  await use(page.locator('body, :focus').last(), () => page.keyboard.press(key));
}

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
  await whenAnswering(page);
  let silent: string[] = [];
  // Waits until it keeps its place, in a document that is not being left. Playwright would scroll as well, between what is
  // measured before and after.
  await expect(async () => {
    await control.scrollIntoViewIfNeeded();
    silent = await control.evaluate(watchPress);
  }).toPass({ timeout: 60_000 });
  expect(silent, `before ${control}, at ${page.url()}`).toEqual([]);
  await act();
  await expect(async () => {
    expect(await page.evaluate<string[]>(FAULTS), message).toEqual([]);
  }).toPass({ timeout: 60_000, intervals: [25, 50, 100] });
}
