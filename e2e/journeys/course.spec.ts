import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { formatDate, formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clientOf } from '../support/participants.ts';
import { press, pressKey, whenAnswering } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

test('looks back by tap and keys, prints it and saves the page for the doctor', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  // No midnight falls into what follows.
  const now = new Date();
  await page.clock.setFixedTime(now);
  const record = { sleep: true, mood: false, active: true, symptoms: [], activities: [] };
  await clientOf(page, stack.url).send(saveRecord, { ...record, recordedAt: now.toISOString() });
  const today = localDate(now, 'Australia/Melbourne');
  await page.goto('/?look-back=weeks');
  const sentence = 'Since 100 mg: 1 of 1 day recorded; sleep good on 1, mood on 0, activity on 1.';
  await expect(page.getByText(sentence)).toBeVisible();
  const weeks = page.getByRole('slider', { name: 'Week of your course' });
  const table = page.getByRole('table', { name: 'Doses, and good days of those recorded' });
  await expect(table.getByRole('row').nth(1)).toHaveText(/^100 mg.*1 of 1/);
  await expectAccessible(page);

  await whenAnswering(page);
  const strip = weeks.locator('xpath=..');
  const { width = 0 } = (await strip.boundingBox()) ?? {};
  // The day the course begins, right of the names.
  await strip.click({ position: { x: 68, y: 20 } });
  const week = page.getByRole('region', { name: 'The week you chose' });
  await expect(week.getByRole('listitem').first()).toContainText(
    `${formatDateInWords(today)} ${today.slice(0, 4)}, today.`,
  );
  await expect(weeks).toBeFocused();
  await strip.click({ position: { x: width - 2, y: 20 } });
  await expect(week).toBeVisible();
  await pressKey(page, 'Home');
  await pressKey(page, 'ArrowRight');
  await expect(weeks).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^Week from ${formatDate(today)}, 100 mg: 1 of`),
  );

  const back = page.getByRole('link', { name: 'Back to today' });
  await expect(back).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(table).toBeVisible();
  await expect(weeks).toBeHidden();
  await expect(back).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await press(page.getByRole('link', { name: 'What to take to the doctor' }));
  await expect(page.getByText(sentence)).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('link', { name: 'Save as PDF' })),
  ]);
  expect(download.suggestedFilename()).toBe('my-course.pdf');
});
