import type { Page } from '@playwright/test';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import fc from 'fast-check';
import { helpFaults } from '../support/help-faults.ts';
import { allocated, clientOf, signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { expect, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

/** `PRESSES=200 SEED=7 npm run test:presses` presses longer, and elsewhere. */
const { PRESSES = '6', SEED = '29' } = process.env;
const SIZES = [
  [390, 844],
  [360, 640],
  [320, 568],
  [667, 375],
  [1280, 800],
] as const;
/** Leaves the app, asks the system for something, or ends what is tried. */
const LEFT_OUT = /^(Log out|Print|Download|Save as)|opens in a new window/;

const STATES = {
  'a visitor': async () => {},
  'a participant before consent': (page: Page, url: string) => signedUp(page, url),
  'a participant with usual care': (page: Page, url: string) => allocated(page, url, 'usual-care'),
  'a participant on the timeline': (page: Page, url: string) => onTimeline(page, url),
  'a participant with help on': async (page: Page, url: string) => {
    await onTimeline(page, url);
    const { symptoms } = await dataOf(page, url);
    const client = clientOf(page, url);
    await client.send(loginCheck, undefined);
    await client.send(saveRecord, {
      sleep: true,
      mood: false,
      active: true,
      symptoms: symptoms.filter(({ selfHarm }) => selfHarm).map(({ id }) => id),
      activities: [],
    });
  },
};

/** What a person can press on the page as it stands, within the app. */
async function controlsOf(page: Page) {
  const all = page.locator(
    'button:not([aria-disabled=true]):visible, summary:visible, .choice:visible, a[href^="/"]:visible',
  );
  const names = await all.evaluateAll((found) =>
    found.map((each) =>
      each.getAttribute('href')?.startsWith('/account') || each.hasAttribute('download')
        ? 'Print'
        : (each.textContent ?? '').trim(),
    ),
  );
  return names.flatMap((name, index) => (LEFT_OUT.test(name) ? [] : [all.nth(index)]));
}

const choices = fc.sample(
  fc.array(fc.nat(1000), { minLength: Number(PRESSES), maxLength: Number(PRESSES) }),
  {
    seed: Number(SEED),
    numRuns: Object.keys(STATES).length,
  },
);
const hours = fc.sample(fc.nat(23), { seed: Number(SEED), numRuns: Object.keys(STATES).length });

test.describe('whatever is pressed keeps the focus, what was touched and both numbers in sight', {
  tag: '@phone',
}, () => {
  test.skip(({ viewport }) => viewport?.width !== 390, 'It takes every size itself.');

  for (const [index, [state, become]] of Object.entries(STATES).entries())
    test(`for ${state}`, async ({ page, stack }) => {
      test.setTimeout(60_000 + Number(PRESSES) * 20_000);
      const pressed: string[] = [];
      await become(page, stack.url);
      const day = new Date();
      day.setUTCHours(hours[index] ?? 0, 0, 0, 0);
      await page.clock.setFixedTime(day);
      await page.goto('/');
      for (const [step, choice] of (choices[index] ?? []).entries()) {
        const [width, height] = SIZES[(choice + step) % SIZES.length] ?? SIZES[0];
        await page.setViewportSize({ width, height });
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const controls = await controlsOf(page);
        const control = controls[choice % controls.length];
        if (!control) throw new Error(`Nothing can be pressed at ${page.url()}.`);
        pressed.push(`${width} by ${height}, ${page.url()}: ${await control.textContent()}`);
        await test.step(pressed.at(-1) ?? '', () => press(control));
        expect(await page.evaluate(helpFaults), pressed.join('\n')).toEqual([]);
      }
    });

  test('for the dose card, whose buttons go once they are pressed', async ({ page, stack }) => {
    await onTimeline(page, stack.url);
    await page.goto('/');
    const another = page.getByRole('button', { name: 'Another dose' });
    await press(another);
    await press(page.getByRole('button', { name: 'Cancel' }));
    await expect(another).toBeVisible();
  });
});
