import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { logIn } from '../support/accounts.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { press } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD } from '../support/staff.ts';
import { expect, expectAccessible, onOwnStack, test } from '../support/test.ts';

const content = mkdtempSync(join(tmpdir(), 'stepwise-content-'));
cpSync(resolve(import.meta.dirname, '../../api/content'), content, { recursive: true });
const settings: Record<string, string> = {};
const stack = onOwnStack(settings);
test.afterAll(() => rmSync(content, { recursive: true }));

/** Approves a new version of the form, with one sentence changed, for the server's next start. */
function changeForm(): void {
  const file = join(content, 'consent.yaml');
  const text = readFileSync(file, 'utf8');
  const changed = text
    .replace(
      'version: demonstration 1\n',
      `version: demonstration 2
reconsent:
  demand: required
  from: 2026-11-01
  recording: stops
  changed: [We also ask how you slept a year later.]
`,
    )
    .replace('Taking part lasts 24 months.', 'Taking part lasts 36 months.');
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  settings.CONTENT_DIR = content;
}

test('who agreed to an earlier form sees what changed, may say no, and agrees later', async ({ page }) => {
  await logIn(page, { email: 'timeline@demo.stepwise.example', password: DEMONSTRATION_PASSWORD });
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await expect(page.getByRole('heading', { name: 'The consent form has changed' })).toHaveCount(0);
  changeForm();
  await (await stack()).restart();
  await page.goto('/');
  const card = page.getByRole('region', { name: 'The consent form has changed' });
  await expect(card).toContainText('We also ask how you slept a year later.');
  await expect(card).toContainText('Until you have agreed, no daily check-ups are recorded.');
  await expectAccessible(page);

  await press(card.getByRole('link', { name: 'Read the new form' }));
  const changes = page.getByRole('region', { name: 'What is different from the form you agreed to' });
  await expect(changes.locator('ins')).toContainText('Taking part lasts 36 months.');
  await expect(changes.locator('del')).toContainText('Taking part lasts 24 months.');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'I do not agree' }));
  await expect(page.getByRole('heading', { name: 'You do not agree to the new form' })).toBeFocused();
  await expect(page.getByText('New check-ups wait until you agree.')).toBeVisible();
  await expectAccessibleNightly(page);

  await press(page.getByRole('link', { name: 'Read the form again' }));
  await press(page.getByRole('button', { name: 'I agree' }));
  await page.getByRole('heading', { name: /^Hello, / }).waitFor();
  await expect(card).toHaveCount(0);
});
