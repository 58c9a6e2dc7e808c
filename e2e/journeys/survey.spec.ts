import type { Page, Response } from '@playwright/test';
import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { openQuestionAfter, signedUp } from '../support/participants.ts';
import { press, pressKey, tabTo } from '../support/press.ts';
import { answerQuestions, choose, ELIGIBLE_ANSWERS, next, openFirstQuestion } from '../support/survey.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const CONGRATULATIONS = 'Congratulations! You are eligible to continue using the product.';
const NOT_NOW =
  'Thank you for your time. Now is not the best time to continue using the product. You may like to talk to your GP about other options relating to your antidepressants.';

/** Resolves when the server has that many answers. Before it has them, a visitor's live as long as the page. */
function answersSaved(page: Page, count: number): Promise<Response> {
  let answered = 0;
  return page.waitForResponse((response) => {
    if (response.url().endsWith(surveySaveOption.path)) answered += 1;
    return answered === count;
  });
}

test('an ineligible visitor edits the answer and becomes eligible', async ({ page }) => {
  await page.goto('/');
  await expectAccessibleNightly(page);
  await expect(page.getByRole('button', { name: 'Tell me more' })).toHaveCount(0);
  await openFirstQuestion(page);
  await expect(page.getByText('14 questions, up to about 10 minutes.')).toBeVisible();
  await expectAccessibleNightly(page);
  await answerQuestions(page, ELIGIBLE_ANSWERS.with(1, 'Under 18'));

  await expect(page.getByRole('heading', { name: 'Now is not the best time' })).toBeVisible();
  await expect(page.getByText(NOT_NOW)).toBeVisible();
  await expect(page.getByText(/come back in 2 weeks/)).toBeVisible();
  await expect(page.getByText(/join other research/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectAccessible(page);

  await press(page.getByRole('link', { name: /^Edit the answer to: How old are you/ }));
  await expectAccessibleNightly(page);
  await choose(page, '18 to 75');
  await press(page.getByRole('button', { name: 'Return to the summary' }));
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await press(page.getByRole('button', { name: 'Back' }));
  await expect(page.getByText('Question 14 of 14')).toBeVisible();
});

test.describe('a major life event', () => {
  test('warns, and the survey continues', { tag: '@nightly' }, async ({ page }) => {
    await openFirstQuestion(page);
    const saved = answersSaved(page, 1);
    await choose(page, 'Yes');
    await next(page);
    await expect(page.getByRole('heading', { name: 'You answered: Yes' })).toBeVisible();
    await expect(
      page.getByText('This answer suggests that now might not be the best time for you to try the program.'),
    ).toBeVisible();
    await expectAccessible(page);
    await saved;
    await page.reload();
    await press(page.getByRole('button', { name: 'Continue the survey' }));
    await answerQuestions(page, ELIGIBLE_ANSWERS.slice(1));
    await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
  });

  test('warns, and the survey closes until later', { tag: '@nightly' }, async ({ page }) => {
    await openFirstQuestion(page);
    await choose(page, 'Yes');
    await next(page);
    await press(page.getByRole('button', { name: 'Come back later' }));
    await expect(page.getByRole('heading', { name: 'Thank you for your time' })).toBeVisible();
    await expectAccessible(page);
    await press(page.getByRole('link', { name: 'Close' }));
    await expect(page.getByRole('button', { name: 'See the next steps' })).toBeVisible();
  });
});

test('keeps the answers on Back, on reload and in a second tab', async ({ page, context, stack }) => {
  await openFirstQuestion(page);
  const saved = answersSaved(page, 3);
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(0, 3));
  await expect(page.getByText('Question 4 of 14')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: '2 to 5 years' })).toBeChecked();
  await page.goForward();
  await saved;
  await page.reload();
  await expect(page.getByText('Question 4 of 14')).toBeVisible();

  const second = await context.newPage();
  await second.goto('/survey?page=3');
  await expect(second.getByRole('radio', { name: '18 to 75' })).toBeChecked();
  // A page too far ahead is the first one without an answer.
  await second.goto('/survey?page=9');
  await expect(second.getByText('Question 4 of 14')).toBeVisible();
  await answerQuestions(second, ELIGIBLE_ANSWERS.slice(3, 5));

  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(3, 6));
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, -1));
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(-1));
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
});

test('works by keyboard only', async ({ page }) => {
  await page.goto('/');
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await tabTo(page, button('See the next steps'));
  await pressKey(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'The next steps' })).toBeFocused();
  await tabTo(page, button('Do the survey'));
  await pressKey(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Is the product for you?' })).toBeFocused();

  await tabTo(page, button('Next'));
  await pressKey(page, 'Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Choose an answer to go on.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAccessibleDescription(
    'Choose an answer to go on.',
  );

  await tabTo(page, page.getByRole('radio', { name: 'No' }), 'Shift+Tab');
  await pressKey(page, 'ArrowDown');
  await pressKey(page, 'ArrowUp');
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await pressKey(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'How old are you?' })).toBeFocused();
});

test('shows the crisis contacts at once for thoughts of self-harm', async ({ page, stack }) => {
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, 9));
  const crisis = page.getByRole('alert');
  await choose(page, 'Never');
  await expect(crisis).toHaveCount(0);
  await choose(page, 'Yes, I have such thoughts now');
  await expect(crisis.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000');
  await expect(crisis.getByRole('link', { name: 'Call 13 11 14' })).toHaveAttribute('href', 'tel:131114');
  // They stay with another answer, and nothing moves under the finger.
  await choose(page, 'Never');
  await expect(crisis.getByRole('link', { name: 'Call 000' })).toBeInViewport();
  await choose(page, 'Yes, I have such thoughts now');
  await expectAccessible(page);
  await next(page);
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(10));
  await expect(page.getByText(NOT_NOW)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 000' })).toBeVisible();
});

test('recovers when the network is lost and comes back', async ({ page, context, stack }) => {
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, 10));
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(10, 12));
  await context.setOffline(true);
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(12));
  await expect(page.getByRole('heading', { name: 'Your answers could not be checked' })).toBeVisible();
  await expectAccessibleNightly(page);
  await context.setOffline(false);
  await press(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
});

test('keeps a participant’s offline answers through a reload', { tag: '@nightly' }, async ({
  page,
  context,
  stack,
}) => {
  await signedUp(page, stack.url, { eligible: false });
  await page.goto('/survey?page=2');
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(0, 5));
  await context.setOffline(true);
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(5));
  await expect(page.getByRole('heading', { name: 'Your answers could not be checked' })).toBeVisible();
  await expect(page.getByText('Not saved yet, trying again')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
  await press(page.getByRole('main').getByRole('link', { name: 'Home' }));
  await expect(page.getByRole('group', { name: 'Consent to Participate' })).toBeVisible();
});

test('loses no answer when the server loses the session', async ({ page, context, stack }) => {
  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.slice(0, 10));
  const saved = answersSaved(page, 3);
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(10, 13));
  await expect(page.getByText('Question 14 of 14')).toBeVisible();
  await saved;
  await context.clearCookies();
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(13));
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
});

test('prints the result on white without controls', { tag: '@nightly' }, async ({ page }) => {
  await openFirstQuestion(page);
  await answerQuestions(page, ELIGIBLE_ANSWERS);
  await expect(page.getByRole('heading', { name: CONGRATULATIONS })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('These answers are not saved in the system.')).toBeVisible();
  await expect(page.getByText('18 to 75')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
