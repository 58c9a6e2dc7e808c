import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { databaseIn } from '../support/database.ts';
import { logOut } from '../support/log-out.ts';
import { PASSWORD } from '../support/participants.ts';
import { press, pressToSave } from '../support/press.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

/** Makes every log-in so far half an hour older. */
async function ageSessions({ dataDir }: LocalStack): Promise<void> {
  const database = await databaseIn(dataDir);
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(
    `update session set data = jsonb_set(data, '{loggedInAt}', to_jsonb((data->>'loggedInAt')::bigint - 1800000))`,
  );
  await client.end();
  await database.stop();
}

test('a new password asks for the current one once the log-in is 15 minutes old', async ({ browser }) => {
  // It starts a server and a database of its own.
  test.slow();
  const stack = await startStack();
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 390, height: 664 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const current = page.getByLabel('Current password');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  try {
    const { email } = await onTimeline(page, stack.url);
    await ageSessions(stack);
    await page.goto('/plan');
    await press(page.getByRole('button', { name: 'Edit your details' }));
    await page.getByLabel('New password').fill('four calm steps down');
    await expect(current).toHaveCount(0);
    await press(save);

    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(/Enter your current password/);
    await expectAccessible(page);
    await current.fill('not the password');
    await press(save);
    await expect(current).toHaveAccessibleDescription(/This is not your current password/);
    await current.fill(PASSWORD);
    await pressToSave(save, saveUser);
    await expect(current).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Edit your details' })).toBeVisible();

    await logOut(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('four calm steps down');
    await press(page.getByRole('button', { name: 'Log in' }));
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  } finally {
    await context.close();
    await stack.stop();
  }
});
