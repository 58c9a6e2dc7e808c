import type { Page } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import { logIn } from '../support/accounts.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { press, pressToSave, tick } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const MELBOURNE = 'Australia/Melbourne';
const DAY_MS = 86_400_000;

/** 23:50 in Melbourne, three evenings ago. */
function lateEvening(): Date {
  const day = utcDate(new Date(Date.now() - 3 * DAY_MS));
  // Midnight in Melbourne is at 13:00 UTC in summer and at 14:00 in winter.
  const isSummer = localDate(new Date(`${day}T13:30:00Z`), MELBOURNE) !== day;
  return new Date(`${day}T${isSummer ? '12' : '13'}:50:00Z`);
}

const answer = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }));

test('a participant who records self-harm at 23:50 has help the next morning on another device, and no step is offered', async ({
  page,
  stack,
  browser,
}) => {
  const account = await onTimeline(page, stack.url);
  const evening = lateEvening();
  await page.goto('/');
  await expect(page.getByText('Ready when you are')).toBeVisible();
  await page.clock.setFixedTime(evening);
  await page.reload();
  await press(page.getByRole('link', { name: 'Start check-up' }));
  await answer(page, 'Yes');
  await answer(page, 'No');
  await tick(page.getByRole('checkbox', { name: 'Thoughts of self-harm or suicide' }));
  for (const name of ['Next', 'Yes', 'Next']) await answer(page, name);
  await pressToSave(page.getByRole('button', { name: 'Add to time line' }), saveRecord);
  await expect(page.getByRole('link', { name: /000/ }).first()).toBeVisible();
  const phone = page.getByLabel('Your phone number, so that the team can call you');
  await phone.fill('0491-570-156');
  await answer(page, 'Save');
  await expect(page.getByText(/calls you if it worries them/)).toBeVisible();
  await expectAccessibleNightly(page);

  const context = await browser.newContext({ baseURL: stack.url, timezoneId: MELBOURNE });
  const other = await context.newPage();
  await other.clock.setFixedTime(new Date(evening.getTime() + 10 * 3_600_000));
  await logIn(other, account);
  const card = other.getByRole('region', { name: 'How is it now?' });
  await expect(card).toBeVisible();
  await expect(other.getByRole('link', { name: /000/ }).first()).toBeVisible();
  await expect(card).not.toContainText(/harm|suicid/i);
  await expectAccessible(other);
  await press(card.getByRole('button', { name: 'Not now' }));
  await expect(other.getByRole('heading', { name: 'Who else is there' })).toBeFocused();
  await other.reload();
  await expect(card).toBeVisible();

  // A good check-up does not end it.
  await press(card.getByRole('link', { name: 'Do today’s check-up' }));
  for (const name of ['Yes', 'Yes', 'Yes', 'Next']) await answer(other, name);
  await pressToSave(other.getByRole('button', { name: 'Add to time line' }), saveRecord);
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: 'Do today’s check-up' })).toHaveCount(0);

  // The plan begins today: its steps ahead are not shown.
  await other.clock.setFixedTime(new Date());
  await other.reload();
  await expect(other.getByText(/Change nothing about your medicine on your own/)).toBeVisible();
  await expect(other.getByRole('main')).not.toContainText(/Next step: |50 mg/);
  await context.close();
});
