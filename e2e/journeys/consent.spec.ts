import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { signedUp } from '../support/participants.ts';
import { press as pressControl, tick } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const press = (page: Page, name: string) => pressControl(page.getByRole('button', { name, exact: true }));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** From the consent form to the choice of what happens to the information. */
async function disagreeTwice(page: Page): Promise<void> {
  await page.goto('/consent');
  await press(page, 'I do not agree');
  await expect(heading(page, 'May we keep the information you gave us?')).toBeVisible();
  await expectAccessibleNightly(page);
  await press(page, 'I do not agree');
  await expect(heading(page, 'What should happen to your information?')).toBeVisible();
  await expectAccessibleNightly(page);
}

async function close(page: Page): Promise<void> {
  await expect(heading(page, 'Thank you')).toBeVisible();
  await expectAccessibleNightly(page);
  await press(page, 'Close');
  await expect(page.getByRole('button', { name: 'See the next steps' })).toBeVisible();
}

test('a visitor reads the form, downloads it as PDF, and goes on to sign up', async ({ page }) => {
  await page.goto('/consent');
  const pdf = page.getByRole('link', { name: 'Download this form (PDF)' });
  await expect(page.getByText('15 years').first()).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), pressControl(pdf)]);
  expect(await download.failure()).toBeNull();
  await expect(page.getByRole('button', { name: 'I agree' })).toHaveCount(0);
  await pressControl(page.getByRole('main').getByRole('link', { name: 'Sign up' }));
  await expect(page.getByRole('button', { name: 'I Agree' })).toBeVisible();
});

test('agrees and downloads the dated copy', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/consent');
  await tick(page.getByRole('checkbox', { name: 'You may contact me about future research' }));
  await press(page, 'I agree');
  await expect(heading(page, 'Hello, Alex')).toBeVisible();
  await page.goto('/consent');
  await expect(page.getByText(/^You agreed to take part on \d\d\/\d\d\/\d{4}\.$/)).toBeVisible();
  await expectAccessible(page);
  const copy = page.getByRole('link', { name: 'Download your copy (PDF)' });
  const [download] = await Promise.all([page.waitForEvent('download'), pressControl(copy)]);
  expect(await download.failure()).toBeNull();
});

test('declines but allows data retention', async ({ page, stack }) => {
  const account = await signedUp(page, stack.url);
  await page.goto('/consent');
  // Both pages have a button of that name.
  await press(page, 'I do not agree');
  await expect(heading(page, 'May we keep the information you gave us?')).toBeVisible();
  await press(page, 'Back');
  await expect(heading(page, 'May we keep the information you gave us?')).toHaveCount(0);
  await press(page, 'I do not agree');
  await expect(heading(page, 'May we keep the information you gave us?')).toBeVisible();
  await press(page, 'I agree');
  await close(page);
  await logIn(page, account);
  await expect(heading(page, 'Hello, Alex')).toBeVisible();
});

for (const { option, confirm, tag } of [
  { option: 'Delete all information', confirm: 'Delete all information', tag: [] },
  {
    option: 'Keep anonymous data but delete identifying data',
    confirm: 'Delete identifying data',
    tag: '@nightly',
  },
]) {
  test(`declines: ${option}`, { tag }, async ({ page, stack }) => {
    const account = await signedUp(page, stack.url);
    await disagreeTwice(page);
    await press(page, option);
    await expect(page.getByText('This happens at once and cannot be undone.')).toBeVisible();
    await expectAccessible(page);
    await press(page, confirm);
    await close(page);
    await logIn(page, account);
    await expect(page.getByText('Please enter a correct email address and password.').first()).toBeVisible();
  });
}

test('talks to someone first, then resumes', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await disagreeTwice(page);
  await press(page, 'I need to talk to someone before I agree');
  await expect(page.getByRole('link', { name: 'Call the research team' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Resume');
  await expect(page.getByRole('button', { name: 'I agree' })).toBeVisible();
});
