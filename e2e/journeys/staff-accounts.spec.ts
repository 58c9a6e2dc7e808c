import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { forgetSession } from '../support/forget-session.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { press, tick } from '../support/press.ts';
import { goTo, logInAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const FIRST_PASSWORD = 'seven quiet lanterns';
const NEW_PASSWORD = 'eleven green kettles';

/** The app's code now, or `steps` of 30 s later: a code works once. */
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/admin/log-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page.getByRole('button', { name: 'Log in' }));
}

async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(
    320,
  );
  if (size) await page.setViewportSize(size);
}

test('a manager adds a researcher, who chooses a password, sets up a second factor and changes the password', async ({
  page,
}) => {
  const email = `mo-${randomUUID()}@team.example`;
  await logInAsStaff(page, 'manager');
  await goTo(page, 'Team');
  await expectAccessibleNightly(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Add to the team' }).scrollIntoViewIfNeeded();
  await page.getByLabel('Name').fill('Mo Field');
  await page.getByLabel('Email').fill(email);
  await tick(page.getByLabel('Researcher', { exact: true }));
  await press(page.getByRole('button', { name: 'Add to the team' }));
  await expect(page.getByText('The account is there')).toBeVisible();
  await press(page.getByRole('row').filter({ hasText: email }).getByRole('link'));
  await expect(page.getByText('Not chosen yet')).toBeVisible();
  await expectAccessibleNightly(page);
  await expectNarrow(page);
  await press(page.getByRole('link', { name: 'Remove…' }));
  await expectAccessible(page);
  await press(page.getByRole('link', { name: 'Keep the account' }));
  await expect(page.getByText('Not chosen yet')).toBeVisible();

  await forgetSession(page);
  await page.goto('/account/demonstration-mail');
  const message = page.getByRole('article').filter({ hasText: email });
  await expect(async () => {
    await page.reload();
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  await press(message.getByRole('link', { name: 'Choose a password' }));
  await page.getByLabel('New password').fill(FIRST_PASSWORD);
  await press(page.getByRole('button', { name: 'Save the password' }));
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();

  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);
  await press(page.getByRole('link', { name: 'Your account, Mo Field' }));
  await expectAccessibleNightly(page);
  await expectNarrow(page);
  await press(page.getByRole('link', { name: 'Set up a second factor' }));
  await expect(page.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  const key = (await page.locator('#key').textContent()) ?? '';
  await page.getByLabel('Six digits').fill(codeOf(key));
  await press(page.getByRole('button', { name: 'Turn it on' }));
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await expectNarrow(page);
  const saving = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Save as a file' }));
  expect((await saving).suggestedFilename()).toBe('recovery-codes.txt');
  await press(page.getByRole('link', { name: 'I have kept them' }));
  await press(page.getByRole('button', { name: 'Log out' }));
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible();

  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expectAccessibleNightly(page);
  await expectNarrow(page);
  await page.getByLabel('Code').fill(codeOf(key, 1));
  await press(page.getByRole('button', { name: 'Log in' }));
  await press(page.getByRole('link', { name: 'Your account, Mo Field' }));
  await expectAccessibleNightly(page);
  await page.getByLabel('Password now').fill(FIRST_PASSWORD);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await press(page.getByRole('button', { name: 'Change the password' }));
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Log out' }));
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible();

  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByText('Please enter a correct email address and password.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeFocused();
  await expectAccessibleNightly(page);
  await logIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
});
