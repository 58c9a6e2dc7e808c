import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { type Account, allocated, clientOf } from '../support/participants.ts';
import { CHECKOUT_BUILD, type LocalStack, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
/** Later than the database's own clock; an evening in Melbourne. */
const START = Date.parse('2035-03-07T19:00:00+11:00');
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 640 };
const MAX_HEIGHT = 1400;
const MAX_WORDS = 150;

/** A server whose clock is moved by starting it again. */
async function startWithClock(): Promise<{ stack: LocalStack; moveTo(day: number): Promise<void> }> {
  const settings = {
    FIXED_TIME: new Date(START).toISOString(),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
  };
  const stack = await startStack(CHECKOUT_BUILD, settings);
  return {
    stack,
    async moveTo(day) {
      settings.FIXED_TIME = new Date(START + day * DAY_MS).toISOString();
      await stack.restart();
    },
  };
}

/** Opens a page as the person does on an evening that many days after the start. */
async function open(page: Page, stack: LocalStack, account: Account, day: number): Promise<void> {
  await page.clock.setFixedTime(START + day * DAY_MS);
  const client = clientOf(page, stack.url);
  if ((await client.send(loginCheck, undefined)).status !== 204)
    await client.send(loginUser, { username: account.email, password: account.password });
  await page.goto(stack.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The height of `main`, its visible words without the plot's labels, and its filled buttons. */
const measure = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('svg, .visually-hidden, [role="slider"]')) continue;
      if (parent.checkVisibility({ checkVisibilityCSS: true })) texts.push(node.textContent ?? '');
    }
    const filled = [...main.querySelectorAll('.button')].filter(
      (button) => !button.getAttribute('data-variant') || button.getAttribute('data-variant') === 'filled',
    );
    return {
      height: main.getBoundingClientRect().height,
      said: texts.join(' ').replace(/\s+/g, ' ').trim(),
      filled: filled.map((button) => ({
        text: button.textContent,
        bottom: button.getBoundingClientRect().bottom,
      })),
    };
  });

/** Home is short, has one filled button at most, in sight on a small phone, and says nothing that is not true then. */
async function expectHome(page: Page, name: string, forbidden: readonly string[]): Promise<void> {
  await page.setViewportSize(PHONE);
  const { height, said } = await measure(page);
  expect.soft(height, `${name}: height`).toBeLessThanOrEqual(MAX_HEIGHT);
  expect.soft(said.split(' ').length, `${name}: words`).toBeLessThanOrEqual(MAX_WORDS);
  await page.setViewportSize(SMALL_PHONE);
  const { filled } = await measure(page);
  expect.soft(filled.length, `${name}: filled buttons`).toBeLessThanOrEqual(1);
  for (const { text, bottom } of filled)
    expect.soft(bottom, `${name}: ${text} is in sight`).toBeLessThanOrEqual(SMALL_PHONE.height);
  for (const phrase of forbidden) expect.soft(said, name).not.toContain(phrase);
  await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
}

test('Home of the usual-care arm says what comes next, to the end of the trial', { tag: '@nightly' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  const { stack, moveTo } = await startWithClock();
  try {
    await page.clock.setFixedTime(START);
    const account = await allocated(page, stack.url, 'usual-care');
    const forbidden = ['check-up', 'your plan', 'Re-try', 'Start'];
    for (const [days, name] of [
      [0, 'month 0'],
      [93, 'month 3'],
      [183, 'month 6'],
      [365, 'month 12'],
      [820, 'month 27'],
    ] as const) {
      if (days > 0) await moveTo(days);
      await open(page, stack, account, days);
      const isOver = days === 820;
      const in3Months = page.getByText(/contact you in 3 months/);
      await expect(in3Months).toHaveCount(days === 0 ? 1 : 0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(isOver ? /^Thank you/ : /^Hello/);
      await expectHome(page, `usual care, ${name}`, forbidden);
    }
  } finally {
    await stack.stop();
  }
});
