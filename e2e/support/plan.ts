import { expect, type Locator, type Page } from '@playwright/test';
import { press, tick } from './press.ts';

export interface Answers {
  medicine: string;
  times: 'Once a day' | 'Twice a day';
  dose: string;
  triedBefore: string;
}

export const STANDARD: Answers = {
  medicine: 'Sertraline',
  times: 'Once a day',
  dose: '100 mg',
  triedBefore: 'No, I have not tried',
};

/** Next, whether it is a link or a button. */
export const next = (page: Page): Locator =>
  page
    .getByRole('link', { name: 'Next', exact: true })
    .or(page.getByRole('button', { name: 'Next', exact: true }));

export async function answerMedication(page: Page, { medicine, times, dose }: Answers): Promise<void> {
  await tick(page.getByRole('radio', { name: medicine, exact: true }));
  await tick(page.getByRole('radio', { name: times }));
  await tick(page.getByRole('radio', { name: dose, exact: true }));
}

/** Answers pages 2 to 5 and waits for the recommended schedule. */
export async function answerSetup(page: Page, answers: Answers): Promise<void> {
  await page.goto('/plan?page=2');
  await answerMedication(page, answers);
  await press(next(page));
  await tick(page.getByRole('radio', { name: answers.triedBefore }));
  await tick(page.getByRole('radio', { name: '1 to 2 years' }));
  await press(next(page));
  for (const number of [4, 5]) {
    await expect(page.getByText(`Page ${number} of 5`)).toBeVisible();
    for (const option of await page.getByRole('radio', { name: '3 or 4' }).all()) await tick(option);
    await press(next(page));
  }
  await expect(page.getByRole('table')).toBeVisible();
}

/** The text of each dose step in the list: label and date, dose and split, days. */
export async function stepsOf(page: Page): Promise<string[]> {
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}
