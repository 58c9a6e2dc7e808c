import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { listenTo } from '../support/listener.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';
import { answerQuestions, ELIGIBLE_ANSWERS } from '../support/survey.ts';
import { expect, onOwnStack, test } from '../support/test.ts';

/** Later than the database's own clock, by which nothing has run out then. A Wednesday in summer time. */
const FIXED_TIME = '2035-03-07T10:00:00+11:00';

test.use({
  // The list of devices names the browser.
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
});
onOwnStack({
  FIXED_TIME,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logInAs = (page: Page, name: string) =>
  logIn(page, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });

test.beforeEach(({ page }) => page.clock.setFixedTime(FIXED_TIME));

test('a visitor', async ({ page }) => {
  const listener = await listenTo(page, 'visitor');
  await page.goto('/');
  await listener.read('Welcome');
  await listener.press(button(page, 'See the next steps'));
  await listener.read('The next steps');
  await listener.press(button(page, 'Do the survey'));
  await listener.read('The first question');
  await button(page, 'Next').focus();
  await listener.key('Enter');
  await answerQuestions(page, ELIGIBLE_ANSWERS);
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  await listener.read('Eligible');
  await page.goto('/sign-up');
  await listener.read('See your doctor first');
  await listener.press(button(page, 'I Agree'));
  await listener.press(button(page, 'Sign up'));
  await listener.read('Sign up, with nothing filled in');
  await page.goto('/login');
  await listener.read('Log in');
  await page.goto('/about');
  await page.getByText('What we collect').waitFor();
  await listener.read('Privacy statement');
  listener.compare();
});

test('a participant before and after consent', async ({ page }) => {
  const listener = await listenTo(page, 'participant');
  await logInAs(page, 'new');
  await page.getByRole('group', { name: 'Consent to Participate' }).waitFor();
  await listener.read('Home before consent');
  await listener.press(
    page.getByRole('group', { name: 'Consent to Participate' }).getByRole('link', { name: 'Go' }),
  );
  await listener.read('Consent');
  await forgetSession(page);
  await logInAs(page, 'consented');
  await button(page, 'Save my answers').waitFor();
  await listener.read('Home with the questionnaire');
  await forgetSession(page);
  await logInAs(page, 'usual');
  await page.getByText('Thank you for taking part').waitFor();
  await listener.read('Home with usual care');
  await listener.press(page.getByRole('link', { name: 'Helpers' }));
  await listener.read('Helpers');
  listener.compare();
});

test('the plan', async ({ page }) => {
  const listener = await listenTo(page, 'plan');
  await logInAs(page, 'timeline');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  for (const [path, title] of [
    ['0', 'Plan, welcome'],
    ['1', 'Plan, details'],
    ['2', 'Plan, medication'],
    ['6', 'Plan, schedule'],
    ['7', 'Plan, activities'],
    ['9', 'Plan, symptoms of mood'],
    ['11', 'Plan, finished'],
    ['summary', 'Plan, summary'],
    ['doctor', 'Plan, for the doctor'],
  ] as const) {
    await page.goto(`/plan?page=${path}`);
    await listener.read(title);
  }
  listener.compare();
});

test('the timeline', async ({ page }) => {
  const listener = await listenTo(page, 'timeline');
  await logInAs(page, 'timeline');
  await page.getByRole('slider', { name: 'Day on the timeline' }).waitFor();
  await listener.read('Home with the timeline');
  await page.getByRole('slider', { name: 'Day on the timeline' }).focus();
  await listener.key('ArrowLeft');
  await listener.key('ArrowLeft');
  await listener.press(button(page, 'Day before'));
  await listener.press(button(page, 'Day after'));
  await listener.read('The day that is chosen');
  await listener.press(button(page, 'Close'));
  await listener.press(page.getByRole('link', { name: 'Look back' }));
  await listener.read('Look back');
  await listener.press(page.locator('summary', { hasText: 'As text' }));
  await listener.read('As text');
  listener.compare();
});

test('the team', async ({ page }) => {
  const listener = await listenTo(page, 'team');
  await page.goto('/admin/log-in');
  await listener.read('Log in');
  await logInAsStaff(page, 'manager');
  await listener.press(page.locator('summary').filter({ hasText: /^Menu/ }));
  await page.waitForLoadState('domcontentloaded');
  const pages = await page.getByRole('navigation').getByRole('link').all();
  const paths = await Promise.all(pages.map((link) => link.getAttribute('href')));
  for (const path of paths) {
    // Today has its date, the log and the exposures count what the other transcripts did, the content lists releases, and the trial's weeks begin on Mondays.
    if (['/admin', '/admin/audit', '/admin/content', '/admin/releases', '/admin/trial'].includes(path ?? ''))
      continue;
    await page.goto(path ?? '');
    await listener.read(path ?? '');
  }
  listener.compare();
});

// The last one: it records a day, which the others would show.
test('the check-up', async ({ page }) => {
  const listener = await listenTo(page, 'check-up');
  await logInAs(page, 'timeline');
  await listener.press(page.getByRole('link', { name: /^(Start check-up|Do it again)$/ }));
  await listener.read('Check-up, sleep');
  await listener.press(button(page, 'Yes'));
  await listener.press(button(page, 'No'));
  await listener.read('Check-up, symptoms of mood');
  await listener.tick(page.getByRole('checkbox', { name: /^Anxious/ }));
  await listener.tick(page.getByRole('checkbox', { name: /^Feeling low/ }));
  await listener.tick(page.getByRole('checkbox', { name: /^Thoughts of self-harm/ }));
  await listener.read('Check-up, with help');
  await listener.press(page.getByRole('link', { name: 'Help', exact: true }));
  await listener.read('Whom to call');
  await listener.press(button(page, 'Close'));
  await listener.press(button(page, 'Next'));
  await listener.press(button(page, 'Yes'));
  await listener.read('Check-up, activities');
  await listener.tick(page.getByRole('checkbox').first());
  await listener.press(button(page, 'Next'));
  await listener.read('Check-up, summary');
  await listener.press(button(page, 'Add to time line'));
  await expect(page.getByText('Saving…')).toHaveCount(0);
  await listener.read('Home after the check-up');
  listener.compare();
});
