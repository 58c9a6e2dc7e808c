import { Secret, TOTP } from 'otpauth';
import { logIn } from '../support/accounts.ts';
import { logOut } from '../support/log-out.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { PASSWORD } from '../support/participants.ts';
import { press, tick } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

test('a participant adds a passkey, logs in with it on a remembered device and logs out elsewhere', async ({
  page,
  browser,
  stack,
}) => {
  await addVirtualAuthenticator(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const { email } = await onTimeline(page, stack.url);
  await page.goto('/contact');
  expect(requested.filter((url) => url.endsWith('/passkeys.js'))).toEqual([]);
  await press(page.getByRole('heading', { name: 'Passkeys' }));
  await press(page.getByRole('button', { name: 'Add a passkey' }));
  await expect(page.getByText(/^The passkey Chrome on .* was added\.$/)).toBeVisible();
  await press(page.getByRole('button', { name: /^Rename/ }));
  await page.getByLabel('Name of the passkey').fill('My phone');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('My phone', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await logOut(page);
  await page.goto('/login');
  await tick(page.getByRole('checkbox', { name: 'Keep me logged in on this device' }));
  await press(page.getByRole('button', { name: 'Use a passkey' }));
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.context().clearCookies({ name: /stepwise\.session/ });
  await page.goto('/contact');
  await press(page.getByRole('heading', { name: 'Devices' }));
  await expect(page.getByText('This device', { exact: true })).toBeVisible();

  const library = await browser.newContext({ baseURL: stack.url });
  const other = await library.newPage();
  await logIn(other, { email, password: PASSWORD });
  await expect(other.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.reload();
  await press(page.getByRole('heading', { name: 'Devices' }));
  await press(page.getByRole('button', { name: /^Log out there/ }));
  await expect(page.getByText(/^Logged out on Chrome/)).toBeVisible();
  await other.goto('/contact');
  await expect(other.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await library.close();

  await press(page.getByRole('heading', { name: 'Passkeys' }));
  await press(page.getByRole('button', { name: 'Remove (My phone)' }));
  await expect(page.getByText('The passkey My phone was removed.')).toBeVisible();
});

test('a member of staff logs in with a passkey, alone and after the password', async ({ page }) => {
  await addVirtualAuthenticator(page);
  await logInAsStaff(page, 'researcher');
  await page.goto('/admin/account/second-factor');
  const key = (await page.locator('#key').textContent())?.replaceAll(' ', '') ?? '';
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel('Six digits').fill(code(0));
  await press(page.getByRole('button', { name: 'Turn it on' }));
  await press(page.getByRole('link', { name: 'I have kept them' }));

  const add = page.getByRole('region', { name: 'Passkeys' });
  await add.getByLabel('Your password').fill(DEMONSTRATION_PASSWORD);
  await press(add.getByRole('button', { name: 'Add a passkey' }));
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Make the passkey' }));
  await expect(page.getByText('Your passkey is added.')).toBeVisible();
  await expectAccessibleNightly(page);

  const leave = () => press(page.getByRole('button', { name: 'Log out' }));
  await leave();
  await press(page.getByRole('button', { name: 'Use a passkey' }));
  await expect(page.getByRole('heading', { name: 'Due today' })).toBeVisible();
  await leave();
  await page.getByLabel('Email').fill('researcher@demo.stepwise.example');
  await page.getByLabel('Password', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await press(page.getByRole('button', { name: 'Log in' }));
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Use a passkey' }));
  await expect(page.getByRole('heading', { name: 'Due today' })).toBeVisible();

  // As it was, for other journeys.
  await page.goto('/admin/account');
  const remove = page.getByRole('region', { name: 'Second factor' });
  await remove.getByLabel('Your password').fill(DEMONSTRATION_PASSWORD);
  await remove.getByLabel('Code').fill(code(1));
  await press(remove.getByRole('button', { name: 'Remove the second factor' }));
  await expect(page.getByText('Your second factor is removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
});
