/**
 * `npm run pictures`: the pictures of README and guides, from the running product at a fixed clock over the demonstration's
 * data, as JPEG files in `docs/images`: a participant's way in six frames, the timeline beside the plan, the team's Today.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { findChromium } from '../support/find-chromium.ts';
import { forgetSession } from '../support/forget-session.ts';
import { press, whenAnswering } from '../support/press.ts';
import { startStack } from '../support/stack.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';

/** A Wednesday. */
const FIXED_TIME = '2027-03-10T01:00:00Z';
const IMAGES = join(import.meta.dirname, '../../docs/images');
const PHONE = { width: 390, height: 780 };
const DESK = { width: 1280, height: 780 };
/** Of the width that a picture is shown at. */
const FRAME_WIDTH = { strip: 220, phone: 300 };

const stack = await startStack(undefined, {
  FIXED_TIME,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
});
const browser = await chromium.launch(await findChromium());
try {
  const phone = await openPage(browser, PHONE);
  const strip = await takeWay(phone);
  const [timeline] = strip.slice(-1);
  const desk = await openPage(browser, DESK);
  await logInAs(desk, 'timeline');
  const plan = await take(desk, '/plan?page=summary');
  await logInAsStaff(desk, 'manager');
  const today = await take(desk, '/admin');
  const { strip: small, phone: wide } = FRAME_WIDTH;
  await compose(
    desk,
    'way.jpg',
    strip.map((frame) => ({ frame, width: small })),
  );
  await compose(desk, 'stepwise.jpg', [
    { frame: timeline ?? plan, width: wide },
    { frame: plan, width: (wide * PHONE.height * DESK.width) / (PHONE.width * DESK.height) },
  ]);
  await compose(desk, 'today.jpg', [{ frame: today, width: 960 }]);
} finally {
  await browser.close();
  await stack.stop();
}

async function openPage(from: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const page = await from.newPage({
    ...{ viewport, baseURL: stack.url, locale: 'en-AU', timezoneId: 'Australia/Melbourne' },
    ...{ reducedMotion: 'reduce', deviceScaleFactor: 1 },
  });
  await page.clock.setFixedTime(FIXED_TIME);
  return page;
}

async function logInAs(page: Page, name: string): Promise<void> {
  await forgetSession(page);
  await logIn(page, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

/** What the window shows of a page, once it has come to rest. */
async function take(page: Page, path: string | null): Promise<Buffer> {
  if (path) await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await whenAnswering(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot({ animations: 'disabled' });
}

/** From the welcome page to the timeline. */
async function takeWay(page: Page): Promise<Buffer[]> {
  const frames = [await take(page, '/'), await take(page, '/survey?page=2')];
  await logInAs(page, 'new');
  frames.push(await take(page, '/consent'));
  await logInAs(page, 'timeline');
  frames.push(await take(page, '/plan?page=6'));
  await page.goto('/');
  await press(page.getByRole('link', { name: /^(Start check-up|Do it again)$/ }));
  await page.getByRole('button', { name: 'No', exact: true }).waitFor();
  frames.push(await take(page, null));
  frames.push(await take(page, '/'));
  return frames;
}

/** One picture of several frames in a row. */
async function compose(page: Page, file: string, frames: { frame: Buffer; width: number }[]): Promise<void> {
  const images = frames.map(
    ({ frame, width }) =>
      `<img alt="" style="width:${Math.round(width)}px;border:1px solid #8884;border-radius:8px" src="data:image/png;base64,${frame.toString('base64')}">`,
  );
  await page.goto('about:blank');
  await page.setContent(
    `<div id="row" style="display:inline-flex;gap:12px;padding:12px;background:#fff;align-items:start">${images.join('')}</div>`,
  );
  writeFileSync(join(IMAGES, file), await page.locator('#row').screenshot({ type: 'jpeg', quality: 80 }));
}
