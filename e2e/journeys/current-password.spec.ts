import type { Browser, Page } from '@playwright/test';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { logIn } from '../support/accounts.ts';
import { databaseIn } from '../support/database.ts';
import { logOut } from '../support/log-out.ts';
import { PASSWORD } from '../support/participants.ts';
import { press, pressToSave } from '../support/press.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

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

/** A phone, on a server and a database of its own. */
async function onOwnStack(browser: Browser, use: (page: Page, stack: LocalStack) => Promise<void>) {
  test.slow();
  const stack = await startStack();
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 390, height: 664 },
    hasTouch: true,
  });
  try {
    await use(await context.newPage(), stack);
  } finally {
    await context.close();
    await stack.stop();
  }
}

test('a new password asks for the current one once the log-in is 15 minutes old', ({ browser }) =>
  onOwnStack(browser, async (page, stack) => {
    const current = page.getByLabel('Current password');
    const save = page.getByRole('button', { name: 'Save', exact: true });
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
  }));

test('a passkey will do in its place, for a device, for details and for an erasure', ({ browser }) =>
  onOwnStack(browser, async (page, stack) => {
    await addVirtualAuthenticator(page);
    const account = await onTimeline(page, stack.url);
    const passkey = page.getByRole('button', { name: 'Use a passkey' });
    const library = await browser.newContext({ baseURL: stack.url });
    await logIn(await library.newPage(), account);
    await page.goto('/contact');
    await press(page.getByRole('heading', { name: 'Passkeys' }));
    await press(page.getByRole('button', { name: 'Add a passkey' }));
    await expect(page.getByText(/^The passkey Chrome on .* was added\.$/)).toBeVisible();

    await ageSessions(stack);
    await page.reload();
    await press(page.getByRole('heading', { name: 'Devices' }));
    await press(page.getByRole('button', { name: /^Log out there/ }));
    await expect(page.getByLabel('Your current password')).toBeFocused();
    await expectAccessible(page);
    await press(passkey);
    await expect(page.getByText(/^Logged out on Chrome/)).toBeVisible();
    await library.close();

    await ageSessions(stack);
    await page.goto('/plan');
    await press(page.getByRole('button', { name: 'Edit your details' }));
    await page.getByLabel('New password').fill('four calm steps down');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expectAccessible(page);
    await pressToSave(passkey, saveUser);
    await expect(page.getByRole('button', { name: 'Edit your details' })).toBeFocused();

    await ageSessions(stack);
    await page.goto('/consent?step=delete');
    const confirm = page.getByRole('button', { name: 'Delete all information' });
    await press(confirm);
    await expect(page.getByLabel('Your current password')).toBeFocused();
    await expectAccessible(page);
    await press(passkey);
    await expect(
      page.getByText('Your passkey was accepted. Press “Delete all information” to go on.'),
    ).toBeVisible();
    await expect(confirm).toBeFocused();
    await press(confirm);
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  }));
