import type { Page } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { enterAs } from '../support/accounts.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { allocated, clientOf } from '../support/participants.ts';
import { answerMedication, answerSetup, next, STANDARD, stepsOf } from '../support/plan.ts';
import { press, pressKey, tabTo, tick } from '../support/press.ts';
import { actById } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

/** The plan's first day plus some, as the plan shows it. It began today, which may be over by now. */
async function planDays(page: Page, url: string): Promise<(days: number) => string> {
  const [first] = (await dataOf(page, url)).prescriptions;
  return (days) => formatDate(addDays(first?.date ?? '', days));
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('recommends the standard schedule, changes to another and back', async ({ page, stack }) => {
  await allocated(page, stack.url, 'reduction');
  // No page opens before its answers.
  await page.goto('/plan?page=8');
  await expect(heading(page, 'Your medication')).toBeVisible();
  await answerSetup(page, STANDARD);
  await expect(heading(page, 'Your recommended schedule')).toBeVisible();
  const day = await planDays(page, stack.url);
  const standard = [
    `Current dose from ${day(0)} 100 mg for 28 days`,
    `Reduce to from ${day(28)} 50 mg for 28 days`,
    `Reduce to from ${day(56)} 25 mg for 28 days`,
    `from ${day(84)} 0 mg`,
  ];
  expect(await stepsOf(page)).toEqual(standard);
  await tick(page.getByRole('radio', { name: 'Sertraline, slower steps' }));
  await expect(page.getByRole('row').filter({ hasText: '15 mg' })).toBeVisible();
  expect((await stepsOf(page)).length).toBeGreaterThan(standard.length);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Sertraline, slower steps' })).toBeChecked();
  await tick(page.getByRole('radio', { name: 'Sertraline, standard steps' }));
  await expect(page.getByRole('row').filter({ hasText: '15 mg' })).toHaveCount(0);
  await expect.poll(() => stepsOf(page)).toEqual(standard);
  await expectAccessibleNightly(page);
});

test('recommends the slower schedule of venlafaxine twice a day, with split doses, on one printed sheet', {
  tag: '@nightly',
}, async ({ page, stack }) => {
  await allocated(page, stack.url, 'reduction');
  await answerSetup(page, { ...STANDARD, medicine: 'Venlafaxine', times: 'Twice a day', dose: '300 mg' });
  await expect(page.getByText('Venlafaxine, slower steps').first()).toBeVisible();
  const day = await planDays(page, stack.url);
  expect((await stepsOf(page)).slice(0, 6)).toEqual([
    `Current dose from ${day(0)} 300 mg 150mg twice a day for 28 days`,
    `Reduce to from ${day(28)} 225 mg 150mg once plus 75mg once for 28 days`,
    `Reduce to from ${day(56)} 150 mg 75mg twice a day for 28 days`,
    `Reduce to from ${day(84)} 75 mg 75mg once a day for 28 days`,
    `Reduce to from ${day(112)} 37.5 mg 37.5mg once a day for 28 days`,
    `Reduce to from ${day(140)} 20 mg for 28 days`,
  ]);
  await press(page.getByRole('link', { name: 'What to take to the doctor' }));
  await expect(heading(page, 'What to take to the doctor')).toBeVisible();
  await expectAccessible(page);
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await press(page.getByRole('button', { name: 'Back' }));
  await expect(heading(page, 'Your recommended schedule')).toBeVisible();
});

test('keeps each page on reload, and goes back one page', async ({ page, stack }) => {
  await enterAs(page, stack.url, 'timeline');
  await page.goto('/plan?page=6');
  for (let number = 6; number < 11; number += 1) {
    await press(next(page));
    await expect(page).toHaveURL(new RegExp(`page=${number + 1}$`));
  }
  for (const number of isNightly ? [...Array(12).keys(), 'summary', 'doctor'] : [0, 1, 3, 6, 8, 'summary']) {
    await page.goto(`/plan?page=${number}`);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.reload();
    await expect(heading(page, title ?? '')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`page=${number}$`));
    await expectAccessibleNightly(page);
  }
  await page.goto('/plan?page=3');
  await press(next(page));
  await expect(page.getByText('Page 4 of 5')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 3 of 5')).toBeVisible();
});

test('answers the setup questions by keyboard only', async ({ page, stack }) => {
  await allocated(page, stack.url, 'reduction');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await page.goto('/plan?page=2');
  await tabTo(page, radio('Citalopram'));
  for (let presses = 0; presses < 5; presses += 1) await pressKey(page, 'ArrowDown');
  await expect(radio('Sertraline')).toBeChecked();
  await tabTo(page, radio('Once a day'));
  await pressKey(page, 'Space');
  await expect(radio('Once a day')).toBeChecked();
  await tabTo(page, next(page));
  await pressKey(page, 'Enter');
  await expect(page.getByText('Answer every question on this page to go on.').last()).toBeVisible();
  await radio('200 mg').focus();
  await pressKey(page, 'Space');
  await expect(radio('200 mg')).toBeChecked();
  await tabTo(page, next(page));
  await pressKey(page, 'Enter');
  await expect(heading(page, 'Your time with this medicine')).toBeFocused();
});

test('makes no schedule from old answers when the network fails', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  await page.goto('/plan?page=2');
  await page.route('**/api/setup-save-option/', (route) => route.abort());
  await answerMedication(page, { ...STANDARD, dose: '50 mg' });
  for (const number of [3, 4, 5]) {
    await press(next(page));
    await expect(page.getByText(`Page ${number} of 5`)).toBeVisible();
  }
  await press(next(page));
  await expect(page.getByRole('alert')).toContainText('could not be worked out just now');
  expect((await dataOf(page, stack.url)).user.startdose).toBe(100);

  await page.unroute('**/api/setup-save-option/');
  await press(next(page));
  await expect(heading(page, 'Your recommended schedule')).toBeVisible();
  const day = await planDays(page, stack.url);
  await expect.poll(() => stepsOf(page)).toContain(`Current dose from ${day(0)} 50 mg for 28 days`);
});

test('keeps a list item added offline, toggles its flag in any tab, and removes it with two presses', async ({
  page,
  context,
  stack,
}) => {
  await onTimeline(page, stack.url);
  await page.goto('/plan?page=8');
  const second = await context.newPage();
  await second.goto('/plan?page=8');
  await context.route('**/api/add-symptom/', (route) => route.abort());
  await page.getByLabel('Add a sleep symptom').fill('  Snoring ');
  await pressKey(page, 'Enter');
  const itemIn = (tab: Page) => tab.getByRole('listitem').filter({ hasText: 'Snoring' });
  const item = itemIn(page);
  await expect(item).toBeVisible();
  await expect(itemIn(second)).toBeVisible();
  await page.reload();
  await press(item.getByRole('button', { name: 'Add flag' }));
  await expect(item.getByRole('button', { name: 'Warning sign' })).toBeVisible();
  await expect(itemIn(second).getByRole('button', { name: 'Warning sign' })).toBeVisible();
  await expect(page.getByText('Not saved yet, trying again')).toBeVisible();
  expect((await dataOf(page, stack.url)).symptoms.some(({ text }) => text === 'Snoring')).toBe(false);

  await context.unroute('**/api/add-symptom/');
  await page.reload();
  await expect
    .poll(
      async () => (await dataOf(page, stack.url)).symptoms.find(({ text }) => text === 'Snoring')?.redflag,
    )
    .toBe(true);
  await expect(page.getByText('Not saved yet, trying again')).toHaveCount(0);
  for (const tab of [page, second]) {
    await expect(itemIn(tab)).toHaveCount(1);
    await expect(itemIn(tab).getByRole('button', { name: 'Warning sign' })).toBeVisible();
  }
  await press(item.getByRole('button', { name: 'Remove Snoring' }));
  await expectAccessibleNightly(page);
  await press(item.getByRole('button', { name: 'Remove Snoring' }));
  await expect(item).toHaveCount(0);
  await expect
    .poll(async () => (await dataOf(page, stack.url)).symptoms.some(({ text }) => text === 'Snoring'))
    .toBe(false);
});

test('shows an unsent schedule after a reload without any dose, and its steps once it is sent', async ({
  page,
  stack,
}) => {
  await onTimeline(page, stack.url);
  await page.goto('/plan?page=6');
  await page.route('**/api/save-schedule/', (route) => route.abort());
  const slower = page.getByRole('radio', { name: 'Sertraline, slower steps' });
  // It is stored before it is sent.
  const sent = page.waitForRequest('**/api/save-schedule/');
  await tick(slower);
  await sent;
  await page.reload();
  await expect(slower).toBeChecked();
  await expect(page.getByText('Working out the dates and doses…')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessibleNightly(page);
  await page.unroute('**/api/save-schedule/');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '15 mg' })).toBeVisible();
  expect((await dataOf(page, stack.url)).schedule).toBe(12);
});

test('rejects a schedule change after another tab has recorded a day', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  await page.goto('/plan?page=6');
  await expect(page.getByRole('table')).toBeVisible();
  const before = await stepsOf(page);
  await clientOf(page, stack.url).send(saveRecord, {
    symptoms: [],
    sleep: true,
    mood: true,
    active: true,
    activities: [],
  });
  // Not `check()`, which insists that the choice stays: the server's rejection may undo it first.
  await press(page.getByRole('radio', { name: 'Sertraline, slower steps' }));
  await expect(page.getByText('Your plan has started')).toBeVisible();
  await expect(heading(page, 'Your schedule')).toBeFocused();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect.poll(() => stepsOf(page)).toEqual(before);
});

test('Back from the summary returns to the first page and opens the lists', async ({ page, stack }) => {
  await enterAs(page, stack.url, 'timeline');
  await page.goto('/plan');
  await expect(page).toHaveURL(/page=summary$/);
  await expect(page.getByRole('button', { name: 'Change Schedule' })).toHaveCount(0);
  await press(page.getByRole('link', { name: 'Back' }));
  await expect(heading(page, 'Let’s make your plan')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(4);
  await expectAccessibleNightly(page);
});

test('an acting researcher edits custom rows, gets an error at each row, and sees the linter’s notices', async ({
  page,
  stack,
}) => {
  await onTimeline(page, stack.url);
  await actById(page, (await dataOf(page, stack.url)).user.id);
  await page.goto('/plan');
  await press(page.getByRole('button', { name: 'Edit Schedule Details' }));
  const row = (number: number) => page.getByRole('group', { name: `Row ${number}`, exact: true });
  await row(2).getByLabel('Date').fill('30/02/2027');
  await row(3).getByLabel('Dose in mg a day').fill('half a tablet');
  await press(page.getByRole('button', { name: 'See the timeline' }));
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Row 2: Write a day that exists, such as 06/12/2026.',
    'Row 3: Write the dose in mg as a number, such as 37.5.',
  ]);
  await expect(row(2).getByLabel('Date')).toHaveValue('30/02/2027');
  await expectAccessible(page);
  expect((await dataOf(page, stack.url)).prescriptions.map(({ dose }) => dose)).toEqual([100, 50, 25, 0]);

  const day = await planDays(page, stack.url);
  await row(2).getByLabel('Date').fill(day(28));
  await row(3).getByLabel('Dose in mg a day').fill('75');
  // The note of the last step.
  await row(3).getByLabel('Note').fill('You no longer take sertraline.');
  await press(page.getByRole('button', { name: 'See the timeline' }));
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Row 3: This note is for 0 mg. Write one for this dose, or leave it empty.',
  ]);
  await row(3).getByLabel('Note').clear();
  await press(page.getByRole('button', { name: 'See the timeline' }));
  await expect(page.getByRole('heading', { name: 'The timeline as it would be' })).toBeFocused();
  await expect(page.getByText('Row 3: The dose goes up from 50 mg to 75 mg.')).toBeVisible();
  await expectAccessibleNightly(page);
  expect((await dataOf(page, stack.url)).prescriptions.map(({ dose }) => dose)).toEqual([100, 50, 25, 0]);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await press(save);
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Give a reason, so that others can follow it.',
  ]);
  await page.getByLabel('Reason').fill('The doctor advised it.');
  await press(save);
  await expect(page.getByRole('heading', { name: 'The timeline as it would be' })).toHaveCount(0);
  await expect(page.getByText('Row 3: The dose goes up from 50 mg to 75 mg.')).toBeVisible();
  await expect
    .poll(() => stepsOf(page))
    .toEqual([
      `Current dose from ${day(0)} 100 mg for 28 days`,
      `Reduce to from ${day(28)} 50 mg for 28 days`,
      `Increase to from ${day(56)} 75 mg for 28 days`,
      `from ${day(84)} 0 mg`,
    ]);

  await press(page.getByRole('button', { name: 'Change Schedule' }));
  const starting = page.getByRole('group', { name: 'Starting dose' });
  await tick(starting.getByRole('radio', { name: '50 mg', exact: true }));
  await expect
    .poll(() => stepsOf(page))
    .toEqual([
      `Current dose from ${day(0)} 50 mg for 28 days`,
      `Reduce to from ${day(28)} 25 mg for 28 days`,
      `from ${day(56)} 0 mg`,
    ]);
  await expectAccessibleNightly(page);
});
