import { actFor } from '../support/acting.ts';
import { signedUp } from '../support/people.ts';
import { answerQuestions, ELIGIBLE_ANSWERS } from '../support/survey.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a researcher acts for a participant, does the survey with them, and logs out to their dashboard', async ({
  page,
  stack,
}) => {
  const { email } = await signedUp(page, stack.url);
  await actFor(page, email);
  await expectAccessible(page);

  await page.goto('/consent');
  await expect(page.getByText(/Only the participant can agree/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I agree' })).toHaveCount(0);

  await page.goto('/survey?page=2');
  await answerQuestions(page, ELIGIBLE_ANSWERS.with(1, 'Under 18'));
  await expect(page.getByRole('heading', { name: 'Now is not the best time' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Return in 2 weeks')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/admin\/participants\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Alex' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByText(/^Acting as/)).toHaveCount(0);
});
