import { saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { signedUp } from '../support/participants.ts';
import { press, pressKey, whenAnswering } from '../support/press.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { dataOf } from '../support/timeline.ts';

test('adds and corrects the doctor by keyboard, and shows them after a reload', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/contact');
  await whenAnswering(page);
  await page.getByRole('button', { name: 'Add your doctor or nurse' }).focus();
  await pressKey(page, 'Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessibleNightly(page);
  await page.keyboard.type('Dr Kim Nguyen');
  await pressKey(page, 'Tab');
  await page.keyboard.type('03 5550 0042');
  await pressKey(page, 'Tab');
  await page.keyboard.type('kim at example');
  await pressKey(page, 'Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Enter an email address like name@example.org')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill('kim@example.org');
  await pressKey(page, 'Enter');

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit your doctor or nurse' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toHaveAttribute(
    'href',
    'tel:0355500042',
  );
  await expect(page.getByRole('link', { name: 'Email Dr Kim Nguyen' })).toHaveAttribute(
    'href',
    'mailto:kim@example.org',
  );
  await expectAccessibleNightly(page);
});

test('sends a support person saved offline once the network is back', async ({ page, context, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/contact');
  const add = page.getByRole('button', { name: 'Add your support person' });
  await expect(add).toBeVisible();
  await whenAnswering(page);
  await context.setOffline(true);
  await press(add);
  await page.getByLabel('Name').fill('Jo Rivera');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Kept on this device until it can be saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Jo Rivera' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Jo Rivera' })).toBeVisible();
});

test('shows the trial’s numbers and links', async ({ page, stack }) => {
  await signedUp(page, stack.url);
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Call 000' })).toHaveAttribute('href', 'tel:000');
  await expect(main.getByRole('link', { name: 'Call 13 11 14' })).toHaveAttribute('href', 'tel:131114');
  await expect(main.getByText('Monday to Friday, 9:00am to 5:30pm')).toBeVisible();
  for (const name of [/Beyond Blue/, /Healthdirect/]) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test.describe('without a service worker, which may have the files already', () => {
  test.use({ serviceWorkers: 'block' });

  test('keeps an unsent change while a file of the app does not load, and sends it once it does', async ({
    page,
    stack,
  }) => {
    await signedUp(page, stack.url);
    await page.goto('/contact');
    await page.route(`**${saveSupport.path}`, (route) => route.abort());
    await press(page.getByRole('button', { name: 'Add your support person' }));
    await page.getByLabel('Name').fill('Jo Rivera');
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Not saved yet, trying again')).toBeVisible();

    await page.route('**/participant.js', (route) => route.abort());
    const addresses = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('/participant.js')) addresses.add(request.url());
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Your information could not be loaded');
    await expect(page.getByRole('link', { name: 'Call 000' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
    await expect(page.getByRole('alert')).toContainText('Your information could not be loaded');

    await page.unroute('**/participant.js');
    await press(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByText('Jo Rivera')).toBeVisible();
    // A browser answers an address that failed with its failure, so that each attempt has one of its own.
    expect([...addresses][1]).toMatch(/~2\/participant\.js$/);
    expect((await dataOf(page, stack.url)).support.name).toBe('');
    await page.unroute(`**${saveSupport.path}`);
    await page.reload();
    await expect.poll(async () => (await dataOf(page, stack.url)).support.name).toBe('Jo Rivera');
  });
});
