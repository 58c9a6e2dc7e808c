import { actFor, actForShown } from '../support/acting.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { openQuestionAfter, signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { answerQuestions, ELIGIBLE_ANSWERS } from '../support/survey.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a researcher acts for a participant, does the survey, and logs out to the participant’s page', async ({
  page,
  stack,
}) => {
  const { email } = await signedUp(page, stack.url);
  await actFor(page, email);
  await expectAccessibleNightly(page);

  await page.goto('/consent');
  await expect(page.getByText(/Only the participant can agree/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I agree' })).toHaveCount(0);

  await openQuestionAfter(page, stack.url, ELIGIBLE_ANSWERS.with(1, 'Under 18').slice(0, -1));
  await answerQuestions(page, ELIGIBLE_ANSWERS.slice(-1));
  await expect(page.getByRole('heading', { name: 'Now is not the best time' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Return in 2 weeks')).toBeVisible();
  await expectAccessible(page);

  await press(page.getByRole('button', { name: 'Log out' }));
  await expect(page).toHaveURL(/\/admin\/participants\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Alex' })).toBeVisible();
  await expectAccessibleNightly(page);
  const ofParticipant = page.url();
  await page.goto('/');
  await expect(page.getByText(/^Acting as/)).toHaveCount(0);

  await page.goto(ofParticipant);
  await actForShown(page);
  await page.goto('/contact');
  // What the server answers after an hour.
  await page.route('**/api/save-support/', (route) =>
    route.fulfill({
      status: 401,
      headers: { location: '/admin/participants' },
      json: { error: { code: 'not-logged-in', message: 'Please log in.', issues: [] }, requestId: 'r' },
    }),
  );
  await press(page.getByRole('button', { name: 'Add your support person' }));
  await page.getByLabel('Name').fill('Jo Rivera');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page).toHaveURL(/\/admin\/participants$/);
});
