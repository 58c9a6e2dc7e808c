// In one file: each journey goes on through the same check-up.
import type { Page } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { formatDateInWords, localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import { enterAs, logIn } from '../support/accounts.ts';
import { answerYes, atStep } from '../support/check-up.ts';
import { watchStorage, whenStored } from '../support/device-storage.ts';
import { logOut } from '../support/log-out.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { clientOf } from '../support/participants.ts';
import {
  press as pressControl,
  pressKey,
  pressToSave,
  tick as tickBox,
  whenAnswering,
} from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

const MELBOURNE = 'Australia/Melbourne';
const press = (page: Page, name: string) => pressControl(page.getByRole('button', { name, exact: true }));
const tick = (page: Page, name: string) => tickBox(page.getByRole('checkbox', { name }));
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const formatDay = (instant: Date) => formatDateInWords(localDate(instant, MELBOURNE));

/** Yes to everything, and what was done. */
async function answerAllGood(page: Page, activity?: string): Promise<void> {
  await pressControl(page.getByRole('link', { name: /^(Start check-up|Do it again)$/ }));
  await atStep(page, 'Did you sleep well last night?');
  await answerYes(page);
  if (activity) await tick(page, activity);
  await press(page, 'Next');
  await atStep(page, 'All done for today');
}

/** With a network: the server has answered when this resolves. */
const addToTimeLine = (page: Page): Promise<void> =>
  pressToSave(page.getByRole('button', { name: 'Add to time line' }), saveRecord);

/** What the page holds for today, as the plot says it. */
const expectToday = (page: Page, instant: Date): Promise<void> =>
  expect(page.getByRole('slider', { name: 'Day on the timeline' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${formatDay(instant)} \\d+, today\\.`),
  );

const expectRecorded = async (page: Page) => {
  await expect(page.getByRole('heading', { name: /Today is on your timeline/ })).toBeVisible();
  await expect(page.getByText(/Not sent yet/)).toHaveCount(0);
};

test('records a bad day in each category, redoes it, and replaces it', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  // Yesterday at noon or at one o'clock in Melbourne: no midnight falls into the test.
  const noon = new Date(`${utcDate(new Date(Date.now() - 86_400_000))}T02:00:00Z`);
  await page.clock.setFixedTime(noon);
  await page.goto('/');
  await expect(heading(page, 'How was today?')).toBeVisible();
  await expectAccessibleNightly(page);
  await pressControl(page.getByRole('link', { name: 'Start check-up' }));
  await press(page, 'No');
  await atStep(page, 'Which of these did you notice in your sleep?');
  await tick(page, 'Night sweats');
  await expectAccessibleNightly(page);
  await press(page, 'Next');
  await press(page, 'No');
  await tick(page, 'Feeling low most of the day');
  await expect(page.getByRole('main').getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
  await tick(page, 'Thoughts of self-harm or suicide');
  const line = page.getByRole('complementary', { name: 'Help at any time' });
  await expect(line.getByRole('link', { name: 'Call 000' })).toBeInViewport();
  await expectAccessibleNightly(page);
  await press(page, 'Next');
  await press(page, 'No');
  await tick(page, 'Dizzy or unsteady');
  await press(page, 'Next');
  await atStep(page, 'All done for today');
  await expectAccessibleNightly(page);

  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Dizzy or unsteady' })).toBeChecked();
  await page.goForward();
  await press(page, 'Redo');
  await atStep(page, 'Did you sleep well last night?');
  // The second tap of a double tap does not answer the next question.
  await page.getByRole('button', { name: 'Yes', exact: true }).dblclick();
  await atStep(page, 'Was your mood good today?');
  await press(page, 'No');
  await tick(page, 'Anxious');
  await press(page, 'Next');
  await press(page, 'Yes');
  await press(page, 'Next');
  await addToTimeLine(page);
  await expectRecorded(page);
  // The sign that was redone keeps help on, and help takes the focus.
  await expect(line.getByRole('heading', { name: 'If you might hurt yourself, call now' })).toBeFocused();
  await expectAccessible(page);

  await answerAllGood(page, 'Walk');
  await expect(page.getByText(/A new one replaces it/)).toBeVisible();
  await addToTimeLine(page);
  await expectRecorded(page);
  const { records } = await dataOf(page, stack.url);
  const good = { sleep: true, mood: true, symptoms: [], activities: [{ text: 'Walk' }] };
  expect(records).toMatchObject([{ date: utcDate(noon), ...good }]);
});

test('goes on with a bad day after a reload, saves it in view, and keeps the help on Home', async ({
  page,
  stack,
}) => {
  await onTimeline(page, stack.url);
  await page.addInitScript(watchStorage);
  await page.goto('/');
  await pressControl(page.getByRole('link', { name: 'Start check-up' }));
  await press(page, 'No');
  await tick(page, 'Night sweats');
  await press(page, 'Next');
  await press(page, 'No');
  await tick(page, 'Thoughts of self-harm or suicide');
  await whenStored(page);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Thoughts of self-harm or suicide' })).toBeChecked();
  await page.goto('/');
  const help = page.getByRole('region').filter({ hasText: /Outside them nobody can/ });
  await expect(help).toContainText('is not saved');
  await pressControl(page.getByRole('link', { name: 'Go on with it' }));
  await press(page, 'Next');
  await press(page, 'No');
  await tick(page, 'Dizzy or unsteady');
  await press(page, 'Next');
  await expect(heading(page, 'All done for today')).toBeVisible();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Add to time line' })).toBeInViewport({ ratio: 1 });
  await expectAccessibleNightly(page);
  await addToTimeLine(page);
  await expect(help.getByLabel(/^Your phone number/)).toBeVisible();
  await expectAccessibleNightly(page);
  await page.reload();
  await expect(help).toBeVisible();
});

test('shows what another device recorded once the page is looked at again', { tag: '@nightly' }, async ({
  page,
  stack,
}) => {
  await onTimeline(page, stack.url);
  await page.goto('/');
  await expect(heading(page, 'How was today?')).toBeVisible();
  const record = { sleep: false, mood: true, active: true, symptoms: [], activities: [] };
  await clientOf(page, stack.url).send(saveRecord, record);
  await whenAnswering(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(heading(page, 'Today is on your timeline')).toBeVisible();
  await answerAllGood(page, 'Walk');
  await expect(page.getByText(/^There is a check-up of/)).toBeVisible();
});

test('uses the check-up and the timeline by keyboard only', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  await page.goto('/');
  const key = (name: string) => pressKey(page, name);
  await page.getByRole('link', { name: 'Start check-up' }).focus();
  await key('Enter');
  await atStep(page, 'Did you sleep well last night?');
  await key('Tab');
  await key('Enter');
  await atStep(page, 'Was your mood good today?');
  await key('Tab');
  await key('Tab');
  await key('Space');
  await expect(heading(page, 'Which of these did you notice in your mood?')).toBeFocused();
  await key('Tab');
  await key('Space');
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).focus();
  await key('Enter');
  await expect(heading(page, 'Were you as active as you wanted to be today?')).toBeFocused();
  await key('Tab');
  await key('Enter');
  await page.getByRole('button', { name: 'Next' }).focus();
  await key('Enter');
  await atStep(page, 'All done for today');
  await page.getByRole('button', { name: 'Add to time line' }).focus();
  await key('Enter');
  await expectRecorded(page);

  await page.getByRole('link', { name: 'Look back' }).focus();
  await key('Enter');
  await expect(heading(page, 'Look back')).toBeFocused();
  await key('Tab');
  await expect(page.getByRole('slider', { name: 'Week of your course' })).toBeFocused();
  await page.getByRole('link', { name: 'Back to today' }).focus();
  await key('Enter');
  await expect(page.getByRole('link', { name: 'Look back' })).toBeFocused();
  await key('Tab');
  await expect(page.getByRole('slider', { name: 'Day on the timeline' })).toBeFocused();
  await key('ArrowLeft');
  await key('ArrowRight');
  const day = page.getByRole('region', { name: 'The day you chose' });
  await expect(day.getByText('Feeling low most of the day')).toBeVisible();
  await expectAccessible(page);
  for (const name of ['Day before', 'Day after']) {
    await key('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
    await key('Enter');
  }
  await expect(page.locator('[aria-live]')).toHaveText(
    /^\w+day \d+ \w+ \d+, today\..* not so good: .* \(warning sign\)/,
  );
  await key('Tab');
  await expect(day.getByRole('button', { name: 'Close' })).toBeFocused();
  await key('Enter');
  await expect(page.getByRole('slider', { name: 'Day on the timeline' })).toBeFocused();
});

for (const [width, height] of [
  [320, 256],
  [390, 664],
] as const) {
  test(`opens days and views of the timeline by finger at ${width} by ${height}`, {
    tag: width === 390 ? [] : '@nightly',
  }, async ({ page, stack, hasTouch }) => {
    test.skip(!hasTouch, 'By finger.');
    await page.setViewportSize({ width, height });
    await enterAs(page, stack.url, 'timeline');
    await page.goto('/');
    const slider = page.getByRole('slider', { name: 'Day on the timeline' });
    const heights = () =>
      slider.evaluate((bar) =>
        [bar, bar.parentElement?.querySelector('svg')].map((part) => part?.getBoundingClientRect().height),
      );
    await expect.poll(heights).toEqual([255, 255]);
    await press(page, 'Day before');
    await press(page, 'Day before');
    await press(page, 'Day after');
    await press(page, 'Close');
    await pressControl(page.getByRole('link', { name: 'Look back' }));
    for (const name of ['As text', 'Each dose step']) {
      await pressControl(page.locator('summary', { hasText: name }));
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test('keeps the tables of the timeline and the plan tables at 320 px', { tag: '@nightly' }, async ({
  page,
  stack,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'On a phone.');
  await page.setViewportSize({ width: 320, height: 568 });
  await onTimeline(page, stack.url);
  const record = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  await clientOf(page, stack.url).send(saveRecord, record);
  await page.goto('/');
  await pressControl(page.getByRole('link', { name: 'Look back' }));
  await pressControl(page.locator('summary', { hasText: 'As text' }));
  const days = page.getByRole('table', { name: /^Days recorded in/ });
  await expect(days.getByRole('columnheader')).toHaveText(['Day', 'Sleep', 'Mood', 'Activity', 'Dose a day']);
  await expect(days.getByRole('row').last().getByRole('cell')).toHaveText(['good', 'good', 'good', '100 mg']);
  await expect(days.getByRole('rowheader')).toHaveCount(1);
  await page.goto('/plan');
  const plan = page.getByRole('table', { name: /step by step$/ });
  await expect(plan.getByRole('columnheader')).toHaveText(['Step', 'Dose', 'How long']);
  await expect(plan.locator('tr:not([role="row"]), th:not([role]), td:not([role="cell"])')).toHaveCount(0);
});

test('saves a check-up once, for its owner, after a lost answer, a reload and another log-in', async ({
  page,
  context,
  stack,
}) => {
  const other = await onTimeline(page, stack.url);
  await context.clearCookies();
  const owner = await onTimeline(page, stack.url);
  await page.goto('/');
  await answerAllGood(page, 'Music');
  // The server saves it, but the answer is lost. Of what is sent again it gets nothing.
  let times = 0;
  await page.route(`**${saveRecord.path}`, async (route) => {
    times += 1;
    if (times === 1) await route.fetch();
    await route.abort();
  });
  await press(page, 'Add to time line');
  await expect(page.getByText(/^Not sent yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Not sent yet/)).toBeVisible();

  await press(page, 'Log out');
  await press(page, 'Log out and delete them');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await page.unroute(`**${saveRecord.path}`);
  await logIn(page, other);
  await expect(heading(page, 'How was today?')).toBeVisible();
  expect((await dataOf(page, stack.url)).records).toEqual([]);
  await logOut(page);
  await logIn(page, owner);
  await expectRecorded(page);
  const { records } = await dataOf(page, stack.url);
  expect(records).toMatchObject([{ activities: [{ text: 'Music' }] }]);
});

test('saves the check-ups of two tabs, and the later one counts', async ({ page, context, stack }) => {
  await onTimeline(page, stack.url);
  await page.goto('/');
  const second = await context.newPage();
  await second.goto('/');
  await expect(heading(second, 'How was today?')).toBeVisible();
  await answerAllGood(page, 'Walk');
  await answerAllGood(second, 'Music');
  await context.setOffline(true);
  await press(page, 'Add to time line');
  await expect(page.getByText(/^Not sent yet/)).toBeVisible();
  await press(second, 'Add to time line');
  await expect(second.getByText(/^Not sent yet/)).toBeVisible();
  await context.setOffline(false);
  await expectRecorded(page);
  await expectRecorded(second);
  const { records } = await dataOf(page, stack.url);
  expect(records).toMatchObject([{ activities: [{ text: 'Music' }] }]);
});

test('shows the local day and stores the UTC date at 9:00 in Melbourne', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  // 9:00, or 8:00 in winter, two days ago: the UTC date is still the day before.
  const morning = new Date(`${utcDate(new Date(Date.now() - 3 * 86_400_000))}T22:00:00Z`);
  expect(localDate(morning, MELBOURNE)).not.toBe(utcDate(morning));
  await page.clock.setFixedTime(morning);
  await page.goto('/');
  await expectToday(page, morning);
  await answerAllGood(page, 'Walk');
  await expect(page.getByText(`It will be saved for ${formatDay(morning)}.`)).toBeVisible();
  await addToTimeLine(page);
  await expectRecorded(page);
  const { records } = await dataOf(page, stack.url);
  expect(records).toMatchObject([
    { date: utcDate(morning), localDate: localDate(morning, MELBOURNE), timeZone: MELBOURNE },
  ]);
});

test('changes the day at midnight while the page is open', { tag: '@nightly' }, async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  const day = utcDate(new Date(Date.now() - 3 * 86_400_000));
  // Midnight in Melbourne is at 13:00 UTC in summer and at 14:00 in winter.
  const isSummer = localDate(new Date(`${day}T13:30:00Z`), MELBOURNE) !== day;
  const beforeMidnight = new Date(`${day}T${isSummer ? '12' : '13'}:59:30Z`);
  const afterMidnight = new Date(beforeMidnight.getTime() + 60_000);
  await page.clock.install({ time: beforeMidnight });
  await page.goto('/');
  await expectToday(page, beforeMidnight);
  await page.clock.fastForward(60_000);
  await expectToday(page, afterMidnight);
});

test('from opening, six taps save a good day, with a network and without, which is kept and sent once', async ({
  page,
  stack,
  context,
}) => {
  await onTimeline(page, stack.url);
  await page.addInitScript(() => {
    const seen = { taps: 0 };
    Object.assign(window, { seen });
    window.addEventListener('click', () => seen.taps++, { capture: true });
  });
  const taps = () => page.evaluate(() => (window as unknown as { seen: { taps: number } }).seen.taps);
  await page.goto('/');
  await expect(heading(page, 'How was today?')).toBeVisible();
  await whenAnswering(page);
  await context.setOffline(true);
  await answerAllGood(page);
  await press(page, 'Add to time line');
  await expect(heading(page, 'Thank you. Today is on your timeline.')).toBeVisible();
  await expect(page.getByText(/^Not sent yet. It is kept on this device/)).toBeVisible();
  await expect(page.getByText('Not saved yet, trying again')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(6);
  await expectAccessibleNightly(page);
  expect((await dataOf(page, stack.url)).records).toEqual([]);

  const sent: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(saveRecord.path)) sent.push(String(response.status()));
  });
  await context.setOffline(false);
  await expectRecorded(page);
  await expect.poll(() => sent).toEqual(['200']);
  expect((await dataOf(page, stack.url)).records).toHaveLength(1);

  await page.goto('/');
  await answerAllGood(page);
  await addToTimeLine(page);
  await expectRecorded(page);
  expect(await taps()).toBeLessThanOrEqual(6);
});
