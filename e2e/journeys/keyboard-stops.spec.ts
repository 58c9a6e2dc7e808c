import type { CDPSession, Page } from '@playwright/test';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { enterAs } from '../support/accounts.ts';
import { findViolations } from '../support/axe.ts';
import { pressKey } from '../support/press.ts';
import { enterAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** More than any page has. */
const MAX_STOPS = 90;
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789/?.,';
const MARGIN = 12;

const VISITORS = ['/', '/login', '/sign-up', '/survey'];
const PARTICIPANTS = ['/', '/?check-up=sleep', '/plan?page=7', '/plan?page=summary', '/contact'];
const TEAM = ['/admin/participants', '/admin/account'];

/** What the page says, and where it is. */
const contentOf = (page: Page) =>
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
  page.evaluate(() => [location.href, document.title, document.body.innerText].join('\n'));

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');

/** The part of the screen around what has the focus, with what may carry its outline; null when it fills the screen. */
const partAround = (page: Page) =>
  page.evaluate((margin) => {
    const focused = document.activeElement ?? document.body;
    const { left, top, right, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect();
    const x = Math.max(0, left - margin);
    const y = Math.max(0, top - margin);
    return {
      x,
      y,
      width: Math.min(innerWidth, right + margin) - x,
      height: Math.min(innerHeight, bottom + margin) - y,
    };
  }, MARGIN);

/** Whether the screen differs around what has the focus once it has it no longer. */
async function isFocusSeen(page: Page, protocol: CDPSession): Promise<boolean> {
  const part = await partAround(page);
  const [left, top] = await page.evaluate(() => [scrollX, scrollY] as const);
  const clip = { ...part, x: part.x + left, y: part.y + top, scale: 1 };
  const picture = async () =>
    (await protocol.send('Page.captureScreenshot', { clip, optimizeForSpeed: true })).data;
  const focused = await picture();
  const stop = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await stop.evaluate((element) => element.blur());
  const unfocused = await picture();
  await stop.evaluate((element) => element.focus({ preventScroll: true }));
  return focused !== unfocused;
}

/**
 * From the page's top to its end by Tab only: each stop is seen, and neither it nor the pointer over it changes anything.
 * What stands on several pages is tried on the first of them; at night on each.
 */
async function visitStops(page: Page, tried = new Set<string>()): Promise<void> {
  // Not in every journey: axe counts only what a bar at the window's edge leaves of a control that is scrolled under it.
  const violations = await findViolations(page, { runOnly: ['target-size'] });
  expect(violations, page.url()).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const protocol = await page.context().newCDPSession(page);
  // A caret shows where the focus is only half of the time.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const content = await contentOf(page);
  const stops: string[] = [];
  for (;;) {
    await pressKey(page, 'Tab');
    const name = await focusedName(page);
    if (name.startsWith('<body') || stops.length === MAX_STOPS) break;
    stops.push(name);
    if (!isNightly && tried.has(name)) continue;
    tried.add(name);
    expect(await isFocusSeen(page, protocol), `the focus is seen: ${name}`).toBe(true);
    const { x, y, width, height } = await partAround(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    expect(await contentOf(page), `unchanged by the focus and the pointer: ${name}`).toBe(content);
  }
  await protocol.detach();
  expect(stops.length, 'Tab comes to the end of the page').toBeLessThan(MAX_STOPS);
  expect(stops.length).toBeGreaterThan(1);
  await page.keyboard.type(CHARACTERS);
  expect(await contentOf(page), 'no single character does anything').toBe(content);
}

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
};
const namesIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

test.describe('every stop of the Tab key', () => {
  test.skip(({ hasTouch }) => hasTouch, 'A keyboard is at a desk.');
  test.setTimeout(180_000);

  test('is seen and changes nothing, for a visitor', { tag: '@nightly' }, async ({ page }) => {
    for (const path of VISITORS) {
      await open(page, path);
      await visitStops(page);
    }
  });

  test('is seen and changes nothing, for a participant', async ({ page, stack }) => {
    await enterAs(page, stack.url, 'timeline');
    const names: string[][] = [];
    const tried = new Set<string>();
    for (const path of PARTICIPANTS) {
      await open(page, path);
      names.push(await namesIn(page));
      await visitStops(page, tried);
    }
    expect(names[0]?.length).toBeGreaterThan(1);
    for (const each of names) expect(each).toEqual(names[0]);
  });

  test('is seen and changes nothing, for the team', { tag: '@nightly' }, async ({ page }) => {
    await enterAsStaff(page, 'manager');
    for (const path of TEAM) {
      await open(page, path);
      await visitStops(page);
    }
  });
});

test('a press that ends beside the answer does not give it', async ({ page, stack }) => {
  await enterAs(page, stack.url, 'timeline');
  await open(page, '/?check-up=sleep');
  const question = page.getByRole('heading', { name: 'Did you sleep well last night?' });
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Yes', exact: true }).hover();
  await page.mouse.down();
  await question.hover();
  await page.mouse.up();
  await expect(question).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(question).toBeVisible();
  await expectAccessible(page);
});
