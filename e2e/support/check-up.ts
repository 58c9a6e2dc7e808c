import { expect, type Locator, type Page } from '@playwright/test';
import { press as pressControl } from './press.ts';

/** Waits until a step of the check-up has come, which is a moment after the press before it. Several have a Yes and a No. */
export const atStep = (page: Page, heading: string): Promise<void> =>
  expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused();

/** Yes to the three questions, from the first one, which is shown. */
export async function answerYes(
  page: Page,
  press: (control: Locator) => Promise<void> = pressControl,
): Promise<void> {
  const yes = page.getByRole('button', { name: 'Yes', exact: true });
  await press(yes);
  await atStep(page, 'Was your mood good today?');
  await press(yes);
  await atStep(page, 'Were you as active as you wanted to be today?');
  await press(yes);
}
