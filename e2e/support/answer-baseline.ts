import type { Page } from '@playwright/test';
import { saveBaseline } from '@stepwise/shared-contracts/calls/user.calls';
import { pressToSave, whenAnswering } from './press.ts';

/** Answers the questions on the questionnaire step of Home: sertraline, 100 mg a day, for less than a year. */
export async function answerBaselineOnPage(page: Page): Promise<void> {
  await whenAnswering(page);
  for (const [label, answer] of [
    ['Which antidepressant do you take?', 'Sertraline'],
    ['How much do you take in a whole day now?', '100 mg'],
    ['How long have you been taking it?', 'Less than 1 year'],
  ] as const)
    await page.getByLabel(label).selectOption(answer);
  await pressToSave(page.getByRole('button', { name: 'Save my answers' }), saveBaseline);
}
