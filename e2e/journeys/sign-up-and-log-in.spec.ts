import { logIn, sendDetails } from '../support/accounts.ts';
import { logOut } from '../support/log-out.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { newAccount, PASSWORD, signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const SIGN_UP_PROBLEM =
  'There was a problem signing up with these details. Please correct items marked in red above and try again.';

test.describe('signing up', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/sign-up');
  });

  test('Ask me in a month takes an email address and returns to the welcome page', async ({ page }) => {
    await press(page.getByRole('button', { name: 'Ask me in a month' }));
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectAccessible(page);
    await press(page.getByRole('button', { name: 'Back' }));
    await expect(page.getByRole('button', { name: 'I Agree' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Ask me in a month' }));
    await page.getByLabel('Email').fill('later@example.org');
    await press(page.getByRole('button', { name: 'Send' }));
    await expect(page.getByRole('button', { name: 'See the next steps' })).toBeVisible();
    await expect(page.getByText('We will send you one message in a month.')).toBeVisible();
  });

  test('keeps the details for a reload and for Back, but for the password', async ({ page }) => {
    await press(page.getByRole('button', { name: 'I Agree' }));
    await page.getByLabel('First name').fill('Alex');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Email').fill('alex@example.org');
    await page.getByRole('button', { name: 'Sign up' }).focus();
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Alex');
    await expect(page.getByLabel('Email')).toHaveValue('alex@example.org');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'I Agree' })).toBeVisible();
    await page.goForward();
    await expect(page.getByLabel('Email')).toHaveValue('alex@example.org');
  });

  test('rejects a weak password at its field and accepts a strong one', async ({ page }) => {
    const account = newAccount();
    await press(page.getByRole('button', { name: 'I Agree' }));
    await expectAccessibleNightly(page);
    await sendDetails(page, { ...account, password: 'password' });
    await expect(page.getByText(SIGN_UP_PROBLEM)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /too easy to guess/,
    );
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await expectAccessible(page);
    await sendDetails(page, account);
    await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
    await expectAccessibleNightly(page);
    await page.goto('/sign-up');
    await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  });

  test('lists every missing field with a link to it', async ({ page }) => {
    await press(page.getByRole('button', { name: 'I Agree' }));
    await press(page.getByRole('button', { name: 'Sign up' }));
    const problems = page.getByRole('alert').getByRole('listitem');
    await expect(problems).toHaveText(['First name', 'Email', 'Password']);
    await expect(page.getByText('Please enter your first name.')).toHaveCount(1);
    await press(problems.first().getByRole('link'));
    await expect(page.getByLabel('First name')).toBeFocused();
  });

  test('rejects an email address that has an account', async ({ page, browser, stack }) => {
    const known = await signedUp(page, stack.url);
    const visitor = await browser.newPage({ baseURL: stack.url });
    await visitor.goto('/sign-up');
    await press(visitor.getByRole('button', { name: 'I Agree' }));
    await sendDetails(visitor, { ...newAccount(), email: known.email });
    await expect(visitor.getByText(SIGN_UP_PROBLEM)).toBeVisible();
    await expect(visitor.getByLabel('Email')).toHaveAccessibleDescription(/already has an account/);
    await visitor.close();
  });
});

test.describe('logging in', () => {
  test('rejects a wrong password and accepts the right one', async ({ page, stack }) => {
    const { email } = await signedUp(page, stack.url);
    await page.context().clearCookies();
    await logIn(page, { email, password: 'not my password' });
    await expect(page.getByText('Please enter a correct email address and password.').first()).toBeVisible();
    await expectAccessibleNightly(page);
    // A text button, without a background on hover.
    const show = page.getByRole('button', { name: 'Show password' });
    await show.hover();
    await expect(show).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page.getByRole('button', { name: 'Log in' }));
    await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  });

  test('asks a visitor to log in on participants’ pages, then opens them', async ({ page, stack }) => {
    const account = await signedUp(page, stack.url);
    await page.context().clearCookies();
    for (const path of ['/plan', '/contact']) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    await expectAccessibleNightly(page);
    await press(page.getByRole('link', { name: 'Cancel' }));
    await expect(page.getByRole('button', { name: 'See the next steps' })).toBeVisible();
    await page.goto('/contact');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press(page.getByRole('button', { name: 'Log in' }));
    await expect(page.getByRole('heading', { name: 'Helpers' })).toBeVisible();
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  });

  test('asks to log in again after the session has ended and returns to the same page', async ({
    page,
    stack,
  }) => {
    const account = await signedUp(page, stack.url);
    await page.goto('/contact');
    await press(page.getByRole('button', { name: 'Add your doctor or nurse' }));
    await page.context().clearCookies();
    await page.getByLabel('Name').fill('Dr Kim Nguyen');
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('You have been logged out', { exact: true })).toBeVisible();
    await expectAccessibleNightly(page);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press(page.getByRole('button', { name: 'Log in' }));
    await expect(page.getByRole('heading', { name: 'Helpers' })).toBeVisible();
    await expect(page.getByText('Dr Kim Nguyen')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Dr Kim Nguyen')).toBeVisible();
  });
});

test('causes no layout shift between pages', async ({ page, stack }) => {
  const account = await signedUp(page, stack.url);
  await page.goto('/');
  // The only device then is this one.
  await logOut(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  // No document loads from here on.
  await page.evaluate(async () => {
    await document.fonts.ready;
    const seen = { moved: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { seen });
  });
  await press(page.getByRole('button', { name: 'Log in' }));
  await expect(page.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  await press(page.getByRole('link', { name: 'Helpers' }));
  await expect(page.getByRole('heading', { name: 'Helpers', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stopping' })).toBeVisible();
  await press(page.getByRole('link', { name: 'Privacy Statement' }));
  await expect(page.getByRole('link', { name: 'See who did, and when' })).toBeVisible();
  const moved = await page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved);
  expect(moved).toBeLessThan(0.02);
});

test('shows the privacy statement to visitors', async ({ page }) => {
  await page.goto('/');
  await press(page.getByRole('link', { name: 'Privacy Statement' }));
  await expect(page.getByText('15 March 2019').first()).toBeVisible();
});

test('forms and texts stand in the middle of a wide screen, in lines of readable length', async ({
  page,
  stack,
  viewport,
}) => {
  test.skip(viewport?.width !== 1280, 'The phone has one column of its own.');
  const expectInTheMiddle = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { before, after, inRem } = await page.locator('main > .page').evaluate((column) => {
      const { left, right, width } = column.getBoundingClientRect();
      return { before: left, after: document.documentElement.clientWidth - right, inRem: width / 16 };
    });
    expect(Math.abs(before - after), path).toBeLessThanOrEqual(1);
    expect(inRem, path).toBeLessThanOrEqual(40);
  };
  for (const path of ['/login', '/sign-up', '/survey?page=1', '/consent']) await expectInTheMiddle(path);
  await signedUp(page, stack.url);
  for (const path of ['/', '/consent']) await expectInTheMiddle(path);
});
