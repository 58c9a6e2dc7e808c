import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { type Account, signedUp } from '../support/participants.ts';
import { jumpTo, press as pressControl } from '../support/press.ts';
import { enterAsStaff, goTo } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const press = (page: Page, name: string) => pressControl(page.getByRole('button', { name, exact: true }));

/** To the page of the participant with that address. */
async function openParticipant(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  await goTo(page, 'Participants');
  await page.getByRole('searchbox').fill(email);
  await press(page, 'Search');
  await pressControl(page.getByRole('row').filter({ hasText: email }).getByRole('link'));
}

/** Opens a part of a participant's page by its jump link. */
const openPart = (page: Page, name: string) =>
  jumpTo(page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name, exact: true }));

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (before) await page.setViewportSize(before);
}

test('a researcher finds a participant, reads the page, adds a note, and sets the questionnaire link', async ({
  page,
  stack,
}) => {
  const { email } = await onTimeline(page, stack.url);
  await enterAsStaff(page, 'researcher');
  await goTo(page, 'Participants');
  await page.getByLabel('Stage').selectOption({ label: await stageOption(page) });
  await press(page, 'Search');
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1);
  await expectAccessibleNightly(page);
  await expectNoSidewaysScroll(page);

  await openParticipant(page, { email });
  await openPart(page, 'Last records');
  await expect(page.getByText(/^Nobody watches these records outside the team's hours/)).toBeVisible();
  await openPart(page, 'Plan');
  await expect(page.getByRole('table', { name: /Plan|Steps|steps/ }).first()).toBeVisible();
  await expectAccessibleNightly(page);
  await expectNoSidewaysScroll(page);

  await openPart(page, 'Notes');
  await page.getByLabel('Add a note').fill('Prefers calls after 5pm.');
  await press(page, 'Add the note');
  await expect(page.getByRole('cell', { name: 'Prefers calls after 5pm.' })).toBeVisible();

  await openPart(page, 'Questionnaire link');
  const link = page.getByLabel('Their own link');
  for (const [rejected, words] of [
    ['http://example.org/survey', 'The link has to begin with https://.'],
    ['https://example.com/survey', 'The link has to be on example.org.'],
  ] as const) {
    await link.fill(rejected);
    await press(page, 'Save the link');
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect(link).toHaveValue(rejected);
    await expectAccessibleNightly(page);
  }
  await link.fill('https://example.org/survey?code=abc');
  await press(page, 'Save the link');
  await expect(page.getByText('It is their own.')).toBeVisible();
  await expect(link).toHaveValue('https://example.org/survey?code=abc');
});

/** The stage of those with a plan, with its number, as the list offers it. */
async function stageOption(page: Page): Promise<string> {
  const option = page.getByLabel('Stage').getByRole('option', { name: /^Plan set up/ });
  return (await option.textContent()) ?? '';
}

test('a manager applies a data choice asked for by phone', async ({ page, stack }) => {
  const account = await signedUp(page, stack.url);
  await enterAsStaff(page, 'manager');
  await openParticipant(page, account);
  await openPart(page, 'Stopping');
  await pressControl(page.getByRole('link', { name: 'Delete all their information' }));
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await expectAccessibleNightly(page);
  await expectNoSidewaysScroll(page);

  await page
    .getByLabel('How you made sure who asked')
    .selectOption('I called them back on the number we have');
  await page.getByLabel('The reason they gave').selectOption('They gave none');
  await page.getByLabel(/^Type the email address/).fill('another@example.org');
  await press(page, 'Delete all their information');
  await expect(page.getByRole('alert').getByText(/not the email address of this participant/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel(/^Type the email address/).fill(account.email);
  await press(page, 'Delete all their information');
  await expect(page.getByRole('heading', { level: 1, name: 'Receipts' })).toBeVisible();
  await expect(page.getByText('The team, asked by the participant').first()).toBeVisible();
  await expectAccessibleNightly(page);
  await expectNoSidewaysScroll(page);

  await forgetSession(page);
  await logIn(page, account);
  await expect(page.getByRole('alert').first()).toBeVisible();
});
