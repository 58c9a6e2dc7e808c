import { expectAccessibleNightly } from '../support/nightly.ts';
import { allocated, openQuestionAfter, signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { answerQuestions, ELIGIBLE_ANSWERS } from '../support/survey.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('thanks a usual-care participant and offers the information as a download', async ({ page, stack }) => {
  await allocated(page, stack.url, 'usual-care');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Thank you for taking part' })).toBeVisible();
  await expect(page.getByText(/We will contact you in 3 months/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plan' })).toHaveCount(0);
  const information = page.getByRole('link', { name: /^Antidepressant information/ });
  const [download] = await Promise.all([page.waitForEvent('download'), press(information)]);
  expect(await download.failure()).toBeNull();
  await page.goto('/plan');
  await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
});

test('a participant repeats the survey and is no longer eligible', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/');
  await press(page.getByRole('group', { name: 'Confirm Eligibility' }).getByRole('link', { name: 'Re-try' }));
  await press(page.getByRole('button', { name: 'Tell me more' }));
  await expect(page.getByRole('heading', { name: 'What taking part means' })).toBeVisible();
  await expectAccessibleNightly(page);
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, -1));
  await answerQuestions(page, ['No']);
  await expect(page.getByRole('heading', { name: 'Now is not the best time' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText(/not the best time to continue/)).toBeVisible();
  await expectAccessible(page);
});

test('a participant who signed up without the survey starts with it', async ({ page, stack }) => {
  await signedUp(page, stack.url, { eligible: false });
  await page.goto('/');
  await press(page.getByRole('group', { name: 'Confirm Eligibility' }).getByRole('link', { name: 'Go' }));
  await press(page.getByRole('button', { name: 'See the next steps' }));
  await press(page.getByRole('button', { name: 'Do the survey' }));
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(0, 1));
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, -1));
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(-1));
  await press(page.getByRole('main').getByRole('link', { name: 'Home' }));
  await press(page.getByRole('group', { name: 'Consent to Participate' }).getByRole('link', { name: 'Go' }));
  await expect(page.getByRole('button', { name: 'I agree' })).toBeVisible();
});

test('edits a helper in place and shows help contacts on every page', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/contact');
  await press(page.getByRole('button', { name: 'Add your support person' }));
  await page.getByLabel('Name').fill('Jo Rivera');
  await page.getByLabel('Phone').fill('0491-570-006');
  await expectAccessibleNightly(page);
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /Call.*Jo Rivera/ })).toHaveAttribute('href', /^tel:0491/);
  for (const path of ['/contact', '/', '/survey', '/consent', '/about']) {
    // The first is open.
    if (path !== '/contact') await page.goto(path);
    const help = page.getByRole('complementary', { name: 'Help at any time' });
    await expect(help.getByRole('link', { name: /^000/ })).toHaveAttribute('href', 'tel:000');
    await expect(help.getByRole('link', { name: /^13 11 14/ })).toHaveAttribute('href', 'tel:131114');
  }
});
