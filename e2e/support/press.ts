import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Presses, ticks and keys as a person uses them, each checked alike: what was used, or what has the focus now, is in
 * sight with nothing over it; as long as it keeps its place, nothing above it has moved; and the focus is not lost to
 * the body.
 */
export async function press(control: Locator): Promise<void> {
  await scrollTo(control);
  await use(control, () => control.click());
}

export async function tick(box: Locator): Promise<void> {
  await scrollTo(box);
  await use(box, () => box.check());
}

export const pressKey = (page: Page, key: string): Promise<void> =>
  use(page.locator(':focus'), () => page.keyboard.press(key));

/**
 * Presses Tab until the control has the focus. How often differs: where no radio button of a group is chosen yet,
 * Chromium stops at the next one of the group as well when React has rendered them again since the last stop.
 */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 15; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
}

/** As a person does before a press. Playwright would scroll as well, between what is measured before and after. */
async function scrollTo(control: Locator): Promise<void> {
  if (await control.evaluate(hiddenBy)) {
    await control.evaluate((used) => used.scrollIntoView({ block: 'center' }));
  }
  await control.scrollIntoViewIfNeeded();
}

async function use(control: Locator, act: () => Promise<void>): Promise<void> {
  const page = control.page();
  const message = `after ${control}, at ${page.url()}`;
  const before = await control.evaluateHandle(positionsOf);
  await act();
  await expect(async () => {
    expect(await page.evaluate(changesSince, before), message).toEqual([]);
    const subject = await page.evaluateHandle(
      ({ used }) => (document.activeElement === document.body ? used : (document.activeElement ?? used)),
      before,
    );
    expect(await subject.evaluate(hiddenBy), message).toBe('');
  }).toPass({ timeout: 5_000 });
  await before.dispose();
}

type Positions = ReturnType<typeof positionsOf>;

/** Where the control is, and everything in sight that comes before it. Runs in the page, as the others do. */
function positionsOf(used: Element) {
  const parts = [...document.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3')];
  const positions = parts
    .filter((part) => part === used || part.compareDocumentPosition(used) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 1 && box.bottom > 0 && box.top < window.innerHeight);
  const dialog = used.closest('[role="alertdialog"]');
  return { used, positions, dialog, question: dialog?.querySelector('h2')?.textContent };
}

/** What moved although the control is still there and in use, or that the focus is lost. */
function changesSince({ used, positions, dialog, question }: Positions): string[] {
  const focused = document.activeElement ?? document.body;
  const isThere = used.isConnected && used.getClientRects().length > 0;
  // Safari focuses neither a button nor a box that is tapped.
  if (focused === document.body && !isThere) return ['The focus is lost to the body.'];
  if (focused !== used && focused !== document.body) return [];
  // Under another heading it is another dialog, with a place of its own.
  const replaced = dialog?.querySelector('h2')?.textContent === question ? null : dialog;
  return positions
    .filter(({ part }) => part.isConnected && part.getClientRects().length > 0 && !replaced?.contains(part))
    .map(({ part, box }) => ({ part, by: Math.round(part.getBoundingClientRect().top - box.top) }))
    .filter(({ by }) => Math.abs(by) > 1)
    .map(({ part, by }) => `Moved by ${by} px: ${part.outerHTML.slice(0, 200)}`);
}

/**
 * What lies over an element at its middle or an edge; empty when all of it can be seen. Its label counts as well, and
 * for a control that lets presses through, what they reach.
 */
function hiddenBy(element: Element): string {
  const isPassedThrough = getComputedStyle(element).pointerEvents === 'none';
  const shown = element.closest('label') ?? ((isPassedThrough && element.parentElement) || element);
  const [box] = shown.getClientRects();
  if (!box) return 'It is not shown.';
  const isTall = box.height > window.innerHeight / 2;
  const top = isTall ? Math.max(box.top, 0) : box.top;
  const bottom = isTall ? Math.min(box.bottom, window.innerHeight) : box.bottom;
  const middle = { x: (box.left + box.right) / 2, y: (top + bottom) / 2 };
  const points = [
    middle,
    { ...middle, x: box.left + 3 },
    { ...middle, x: box.right - 3 },
    { ...middle, y: top + 3 },
    { ...middle, y: bottom - 3 },
  ];
  for (const { x, y } of points) {
    const met = document.elementFromPoint(x, y);
    if (!met) return `${shown.outerHTML.slice(0, 200)} is out of sight.`;
    if (!shown.contains(met) && !met.contains(shown))
      return `${shown.outerHTML.slice(0, 200)} is under ${met.outerHTML.slice(0, 200)}`;
  }
  return '';
}
