/**
 * `npm run pictures`: the pictures of README and guides, from the running product at a fixed clock over the demonstration's
 * data, as JPEG files in `docs/images`: a participant's way in six frames, the timeline beside the plan, and each of the team's
 * pages over a simulated trial.
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

/** The team's pages by the name of their picture. Of a list, a beginning of the address, and an end: the first that it links to. */
const TEAM_PAGES = {
  today: '/admin',
  participants: '/admin/participants?order=last-record',
  'participant-page': ['/admin/participants?concern=dose', '/admin/participants/'],
  'warning-signs': ['/admin/warning-signs', '/admin/warning-signs/people/'],
  'follow-ups': '/admin/follow-ups',
  'adverse-event': ['/admin/adverse-events?only=serious', '/admin/adverse-events/'],
  values: ['/admin/participants?concern=dose', '/admin/participants/', '/values'],
  'data-queries': '/admin/data-queries',
  'data-locks': '/admin/data-locks/everybody',
  results: '/admin/questionnaire-results',
  linkage: '/admin/linkage',
  export: '/admin/export',
  allocation: '/admin/allocation',
  trial: '/admin/trial',
  audit: '/admin/audit',
  content: '/admin/content',
  team: '/admin/staff',
} as const;
const TEAM_WIDTH = 640;
/** Enough for each list of the team to have rows. */
const PEOPLE = '60';

const settings = {
  FIXED_TIME,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
};
const stack = await startStack(undefined, settings);
const trial = await startStack(
  undefined,
  { ...settings, DEMO_PEOPLE: PEOPLE },
  undefined,
  'api/src/cli/demo.ts',
);
const browser = await chromium.launch(await findChromium());
try {
  const phone = await openPage(browser, PHONE);
  const strip = await takeWay(phone);
  const [timeline] = strip.slice(-1);
  const desk = await openPage(browser, DESK);
  await logInAs(desk, 'timeline');
  const plan = await take(desk, '/plan?page=summary');
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
  await takeTeam(await openPage(browser, DESK, trial.url), desk);
} finally {
  await browser.close();
  await stack.stop();
  await trial.stop();
}

/** Each of the team's pages, composed in another page. */
async function takeTeam(page: Page, composing: Page): Promise<void> {
  await logInAsStaff(page, 'manager');
  for (const [name, place] of Object.entries(TEAM_PAGES)) {
    let path: string = typeof place === 'string' ? place : place[0];
    if (typeof place !== 'string') {
      await page.goto(path);
      const [, start, end = ''] = place;
      path = `${await page.locator(`tbody a[href^="${start}"]`).first().getAttribute('href')}${end}`;
    }
    await compose(composing, `${name}.jpg`, [{ frame: await take(page, path), width: TEAM_WIDTH }]);
  }
  await page.goto(TEAM_PAGES.export);
  await page.getByLabel('What the data are for').fill('Interim analysis for the safety board in March');
  await press(page.locator('form[action="/admin/export"] button'));
  await page.getByRole('heading', { name: 'Your signature' }).waitFor();
  await compose(composing, 'signature.jpg', [{ frame: await take(page, null), width: TEAM_WIDTH }]);
  await logInAsStaff(page, 'safety board');
  const report = await take(page, '/admin/safety-report');
  await compose(composing, 'safety-report.jpg', [{ frame: report, width: TEAM_WIDTH }]);
}

async function openPage(
  from: Browser,
  viewport: { width: number; height: number },
  baseURL = stack.url,
): Promise<Page> {
  const page = await from.newPage({
    ...{ viewport, baseURL, locale: 'en-AU', timezoneId: 'Australia/Melbourne' },
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
