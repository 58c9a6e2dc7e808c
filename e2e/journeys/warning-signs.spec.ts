import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { clientOf } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { enterAsStaff, goTo } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

test('a warning sign notifies the team by mail and stays in the queue until it is handled', async ({
  page,
  stack,
}) => {
  const { firstName } = await onTimeline(page, stack.url);
  const client = clientOf(page, stack.url);
  const { symptoms, user } = await dataOf(page, stack.url);
  const sign = symptoms.find(({ selfHarm }) => selfHarm);
  const record = { sleep: true, mood: false, active: true, activities: [] };
  await client.send(saveRecord, { ...record, symptoms: sign ? [sign.id] : [] });
  await page.goto('/');
  await expect(page.getByText(/Outside them nobody can read what you record/)).toBeVisible();

  await page.goto('/account/demonstration-mail');
  const link = page.getByRole('link', { name: 'Look at the warning sign' });
  await expect(async () => {
    await page.reload();
    await expect(link.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  const message = page.getByRole('article').filter({ has: link }).first();
  await expect(message.getByText(firstName)).toHaveCount(0);

  await enterAsStaff(page, 'researcher');
  await goTo(page, 'Warning signs');
  await expectAccessibleNightly(page);
  const row = page.getByRole('row').filter({ hasText: user.firstName }).filter({ hasText: 'Self-harm.' });
  await press(row.first().getByRole('link').first());
  await expect(page.getByRole('heading', { level: 1, name: /^Warning signs of/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('What you did').selectOption('Talked with the participant');
  await page.getByLabel('In a few words').fill('Called, is safe, sees the doctor tomorrow.');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  const closed = page.getByRole('table', { name: 'Days dealt with' });
  await expect(closed.getByText(/Talked with the participant/).first()).toBeVisible();
  await expectAccessibleNightly(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
