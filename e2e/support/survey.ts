import { expect, type Page } from '@playwright/test';
import { press, tick } from './press.ts';

/** One answer per question, in order: eligible, in the stratum `low`. */
export const ELIGIBLE_ANSWERS = [
  'No',
  '18 to 75',
  '2 to 5 years',
  'Depression',
  'One medicine from the list',
  'One',
  'No',
  'Not at all',
  'Not at all',
  'Never',
  'No',
  'No, or this does not apply to me',
  'No, never',
  'Yes',
];

/** The same in the stratum `high`, which only the journey from the welcome page to the first record uses. */
export const HIGH_RISK_ANSWERS = ELIGIBLE_ANSWERS.with(3, 'Depression and anxiety')
  .with(5, 'Two')
  .with(7, 'On some days')
  .with(8, 'On some days')
  .with(12, 'Yes, and the depression came back');

export const next = (page: Page) => press(page.getByRole('button', { name: 'Next', exact: true }));

export const choose = (page: Page, answer: string) =>
  tick(page.getByRole('radio', { name: answer, exact: true }));

/** From the welcome page to the first question. */
export async function openFirstQuestion(page: Page): Promise<void> {
  await page.goto('/');
  await press(page.getByRole('button', { name: 'See the next steps' }));
  await press(page.getByRole('button', { name: 'Do the survey' }));
  await page.getByRole('heading', { name: 'Is the product for you?' }).waitFor();
}

/** Answers the questions from the one that is shown to the last, and asks for the result. */
export async function answerQuestions(page: Page, answers: readonly string[]): Promise<void> {
  for (const answer of answers) {
    await choose(page, answer);
    await next(page);
    // The next question may have an answer of the same name.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  }
}
