import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData, loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { PAGES_FILE, PARTICIPANT_FILE, WITHOUT_SCRIPT } from '@stepwise/shared-contracts/federation/names';
import { signedUp } from '../support/participants.ts';
import { holdShellScript, pauseAfterHydration, takenOver, watchMarkup } from '../support/server-markup.ts';
import { WITH_RENDERER } from '../support/stack.ts';
import { expect, expectAccessible, onOwnStack, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

const stack = onOwnStack(WITH_RENDERER);

const PAGES: [address: string, heading: string, words: string][] = [
  ['/', 'Reducing antidepressants, one careful step at a time', 'Do not stop suddenly.'],
  ['/survey?page=1', 'The next steps', 'Consent to participate'],
  ['/about', 'Privacy Statement', 'Last substantive change'],
  ['/consent', 'Participant information and consent form', 'surveys'],
  ['/login', 'Log in', 'Keep me logged in on this device'],
  ['/sign-up', 'See your doctor first', 'Do you agree to make an appointment'],
];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the help link leads to a page with the numbers to call', async ({ page }) => {
    const help = page.getByRole('link', { name: 'Help', exact: true });
    // A server that has just started may give its first documents without.
    await expect(async () => {
      await page.goto('/');
      await expect(help).toBeAttached({ timeout: 1 });
    }).toPass();
    await help.dispatchEvent('click');
    await expect(page.getByRole('heading', { name: 'Whom to call', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call 13 11 14' })).toBeVisible();
  });

  test('reads every page of a visitor whole, and puts no field into an address', async ({ page }) => {
    for (const [address, heading, words] of PAGES) {
      // A server that has just started may give its first documents without.
      await expect(async () => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 1 });
      }).toPass();
      await expect(page.locator('main')).toContainText(words);
      await expect(page.locator('noscript a[href^="tel:"]').first()).toBeVisible();
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Read the next steps' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'The next steps' })).toBeVisible();
    await page.goto('/consent');
    await expect(page.getByRole('link', { name: /PDF/ }).first()).toHaveAttribute('href', /\.pdf$/);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill('pat@example.org');
    await page.getByLabel('Password', { exact: true }).fill('four calm steps down');
    await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing was sent' })).toBeVisible();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(WITHOUT_SCRIPT);
    expect(await page.content()).not.toContain('pat@example.org');
  });
});

test('takes over the words that are there, with what was typed and pressed meanwhile', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
  });
  const start = await holdShellScript(page);
  const markup = page.locator('#app[data-server-markup]');
  await page.goto('/login', { waitUntil: 'commit' });
  const [email, password] = ['Email', 'Password'].map((name) => page.getByLabel(name, { exact: true }));
  await email?.fill('unknown@example.org');
  await password?.fill('not the password');
  await password?.focus();
  await expect(markup).toHaveCount(1);
  // Elements that are replaced rather than taken over are others.
  const elements = await page.locator('#app *').elementHandles();
  start();
  await expect(markup).toHaveCount(0);
  await expect(email ?? page.locator('#username')).toHaveValue('unknown@example.org');
  await expect(password ?? page.locator('#password')).toHaveValue('not the password');
  await expect(password ?? page.locator('#password')).toBeFocused();
  for (const element of elements) expect(await element.evaluate(({ isConnected }) => isConnected)).toBe(true);
  // The document held what the page asks as it begins.
  for (const { path } of [loginCheck, surveyData]) expect(calls).not.toContain(path);
  await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter');
  await expect(page.getByText('Please enter a correct email address and password.')).toBeVisible();
  await expectAccessible(page);
});

test('shows a participant’s page before any script, and asks nothing more', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await watchMarkup(page.context());
  const { firstName } = await signedUp(page, (await stack()).url);
  const start = await holdShellScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: `Hello, ${firstName}` })).toBeVisible();
  for (const file of [PARTICIPANT_FILE, PAGES_FILE])
    await expect(page.locator(`link[rel="preload"][href$="/${file}"]`)).toHaveCount(1);
  await page.getByRole('link', { name: 'Helpers' }).first().focus();
  calls.length = 0;
  start();
  const { server, app, kept, of } = await takenOver(page);
  expect(app).toBe(server);
  expect(kept).toBe(of);
  await expect(page.getByRole('link', { name: 'Helpers' }).first()).toBeFocused();
  for (const { path } of [loginCheck, surveyData, allData]) expect(calls).not.toContain(path);
});

test('does what was pressed before the app answered once it does', async ({ page }) => {
  const start = await holdShellScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'See the next steps' }).press('Enter');
  start();
  await expect(page.getByRole('heading', { level: 1, name: 'The next steps' })).toBeVisible();
});

test('submits a form once, with its values, when it is sent between hydration and its effects', async ({
  page,
}) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(loginUser.path)) sent.push(request.postDataJSON());
  });
  const { hydrated, resume } = await pauseAfterHydration(page);
  const start = await holdShellScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('unknown@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  start();
  await hydrated();
  await page.getByRole('checkbox', { name: 'Keep me logged in on this device' }).press('Space');
  await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter');
  await resume();
  await expect(page.getByText('Please enter a correct email address and password.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Keep me logged in on this device' })).toBeChecked();
  expect(sent).toEqual([{ username: 'unknown@example.org', password: 'not the password', keep: true }]);
});

test('saves the value of a select that was changed before hydration', async ({ page }) => {
  await onTimeline(page, (await stack()).url);
  const start = await holdShellScript(page);
  const saved: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(saveReminder.path)) saved.push(request.postDataJSON());
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  const hour = page.getByLabel('Daily reminder');
  await page
    .getByRole('group')
    .filter({ hasText: 'Reminders' })
    .evaluate((details) => details.toggleAttribute('open'));
  await hour.selectOption({ index: 20 });
  start();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(hour).toHaveValue('19');
  expect(saved).toEqual([expect.objectContaining({ hour: 19 })]);
});
